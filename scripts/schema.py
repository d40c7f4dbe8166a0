"""Write the JSON Schema of our roster format to docs/schemas/ (a test keeps it fresh)."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from warbands.exchange.document import VERSION, schema  # noqa: E402

TARGET = ROOT / "docs" / "schemas" / f"warband-v{VERSION}.json"


def written() -> str:
    return json.dumps(schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(written(), encoding="utf-8")
    print(TARGET.relative_to(ROOT))
