"""Pin every dependency with its hashes, for Python 3.11 and newer; no host name gets in.

python scripts/lock.py     (UPGRADE=1 in the environment takes newer versions)
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = """uv pip compile --quiet --universal --python-version 3.11 --generate-hashes
    --no-emit-index-url --no-emit-find-links --strip-extras --custom-compile-command""".split()


def main() -> int:
    upgrade = ["--upgrade"] if os.environ.get("UPGRADE") else []
    for name in ("base", "dev", "fast"):
        files = ["-o", f"requirements/{name}.txt", f"requirements/{name}.in"]
        done = subprocess.run(
            [sys.executable, "-m", *COMMAND, "make lock", *upgrade, *files], cwd=ROOT
        )
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
