"""The command-line scripts as modules; they live outside any package."""

import importlib
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "scripts"


def load(name: str):
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))
