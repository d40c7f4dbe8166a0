"""Scene pages: 20 posts with battle log, for a visitor and a member, against constant views.

`constant` goes through the site's own middleware, `nothing` never reaches Django. The ratio in
CPU time is the steadier one; the one in requests a second includes the client's share.
"""

from __future__ import annotations

from typing import Any

from benchmarks.inside import outside, with_django
from benchmarks.load import Load, drive
from benchmarks.server import serving

SECONDS = 10
BARS = {"visitor": 24, "member": 30}
MOST_BYTES = 60_000


def run() -> dict[str, Any]:
    return outside("benchmarks.pages")


def measure() -> dict[str, Any]:
    """Seed the demo, serve it, drive the pages and the yardsticks in turn."""
    from benchmarks.seeded import finished_battle_page, log_in

    page = finished_battle_page()
    cookie = {"Cookie": f"sessionid={log_in('demo')}"}
    with serving({}) as server:
        drive(server, page, seconds=2)
        loads = {
            "nothing": drive(server, "/benchmark/nothing", seconds=SECONDS),
            "constant": drive(server, "/benchmark/constant", seconds=SECONDS),
            "visitor": drive(server, page, seconds=SECONDS),
            "member": drive(server, page, cookie, seconds=SECONDS),
        }
    figures: dict[str, Any] = {name: load.figures() for name, load in loads.items()}
    for viewer, bar in BARS.items():
        figures[viewer] |= _against(loads[viewer], loads["constant"], bar)
    figures["most_bytes"] = MOST_BYTES
    return figures


def _against(page: Load, constant: Load, bar: int) -> dict[str, Any]:
    return {
        "constant_views": round(constant.per_second / page.per_second, 1),
        "constant_views_cpu": round(page.cpu_ms / constant.cpu_ms, 1),
        "bar": bar,
    }


if __name__ == "__main__":
    with_django(measure)
