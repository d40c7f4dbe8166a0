"""A real worker that stops at a point of its own choosing, says so and waits to be killed.

python -m tests.campaigns.stopping_worker before|after|committed
"""

import sys
import threading

import django

django.setup()

from django.core.management import call_command  # noqa: E402

from campaigns.services import aftermath  # noqa: E402
from warbands.services import aftermath as steps  # noqa: E402


def say(word: str) -> None:
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


def wait_for_the_end() -> None:
    say("HERE")
    threading.Event().wait()


def main(point: str) -> None:
    run_step, step = steps.run_step, aftermath.step

    def stopping_step(**arguments):
        if point == "before":
            wait_for_the_end()
        result = run_step(**arguments)
        if point == "after":
            wait_for_the_end()
        return result

    def stopping_job(job):
        step(job)
        if point == "committed":
            wait_for_the_end()

    steps.run_step, aftermath.step = stopping_step, stopping_job
    call_command("worker", "--once")
    say("DONE")


if __name__ == "__main__":
    main(sys.argv[1])
