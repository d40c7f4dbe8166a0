"""The engine compiled by mypyc: the same source and the same answers, about twice as fast.

    python scripts/fast.py                     compile it into build/fast, unless it is there
    python scripts/fast.py -m benchmarks duel  the same, then run Python with these arguments on it

Only what has build/fast in its PYTHONPATH sees it, as whatever this script starts does; all else
runs the Python in rules/. Needs a C compiler and the headers of Python.
"""

import ast
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "fast"
PARTS = ("battle", "board", "magic", "dice.py")
"""What resolves an order; the rest of rules/ is read once or seldom."""
CONFIGURATION = "mypy.ini"
QUICKER = Path(__file__).with_name("fast.h")
"""What the C code reads attributes and names and multiplies with, instead of what mypyc writes."""
HEADER = '#include "__native_internal_rules.h"\n'
NAME = re.compile(
    r"(?P<before>(?P<dict>\w+) = CPyStatic_\w+___globals;\n"
    r"\s+(?P<name>\w+) = CPyStatics\[.*\n"
    r"\s+\w+ = )CPyDict_GetItem\((?P=dict), (?P=name)\)"
)
"""A name of the module's own, as mypyc looks it up: dictionary, name, call."""
ATTRIBUTE = re.compile(
    r"(?P<before>(?P<name>\w+) = CPyStatics\[.*\n"
    r"\s+\w+ = )CPyObject_GetAttr\((?P<object>\w+), (?P=name)\)"
)
"""An attribute that is always the same one here; another may come from `getattr`."""
FIRST = "sitecustomize.py"
"""Python imports it before all else: the engine is bound before others (pytest, Celery) put the
folder that they work in before it."""
FIT = {"NamedTuple", "Protocol", "Generic[T]", "Exception", "RulesError"}
"""What a compiled class may derive from. Structs are C already, and stay what they are."""


def modules(rules: Path) -> list[Path]:
    """The modules to be compiled, relative to the folder that `rules` is in."""
    found: list[Path] = []
    for part in PARTS:
        path = rules / part
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        found += [file.relative_to(rules.parent) for file in files if is_fit(file)]
    return found


def is_fit(file: Path) -> bool:
    """Whether mypyc takes a module: packages and what defines structs stay Python."""
    if file.name == "__init__.py":
        return False
    classes = [n for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.ClassDef)]
    return all(_plain(one) for one in classes)


def _plain(one: ast.ClassDef) -> bool:
    kept = any("cached_property" in ast.unparse(deco) for deco in _decorators(one))
    return not kept and not one.keywords and all(ast.unparse(base) in FIT for base in one.bases)


def _decorators(one: ast.ClassDef) -> Iterator[ast.expr]:
    for node in one.body:
        if isinstance(node, ast.FunctionDef):
            yield from node.decorator_list


def fingerprint() -> str:
    """Of everything that goes into a build: another one means another build."""
    digest = hashlib.sha256(sys.version.encode())
    digest.update(importlib.metadata.version("mypy").encode())
    for own in (Path(__file__), QUICKER):
        digest.update(own.read_bytes())
    for file in sorted((ROOT / "rules").rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(ROOT)}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def build() -> bool:
    """Compile, unless what is there is of this source; whether it had to be done."""
    stamp, wanted = OUT.with_suffix(".stamp"), fingerprint()
    if OUT.exists() and stamp.exists() and stamp.read_text() == wanted:
        return False
    work = OUT.with_name("work")
    for folder in (OUT, work):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "rules", work / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run([sys.executable, __file__, "--here"], cwd=work)
    if done.returncode:
        sys.exit("The engine could not be compiled; as Python it runs all the same.")
    shutil.rmtree(work / "build")
    (work / CONFIGURATION).unlink()
    (work / FIRST).write_text("import rules  # the one that is compiled\n")
    work.rename(OUT)
    stamp.write_text(wanted)
    return True


def compile_here() -> None:
    """Compile the `rules` of the working folder in place."""
    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        """All C files at once, as many as there are cores."""

        def build_extensions(self) -> None:
            one = self.compiler.compile

            def every(sources: list[str], **options: object) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    parts = list(pool.map(lambda source: one([source], **options), sources))
                return [made for part in parts for made in part]

            self.compiler.compile = every
            super().build_extensions()

    files = [str(file) for file in modules(Path("rules").resolve())]
    Path(CONFIGURATION).write_text("[mypy]\nignore_missing_imports = True\n")
    extensions = mypycify(
        ["--config-file", CONFIGURATION, *files],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="rules",
    )
    for one in extensions:
        one.include_dirs.append(str(QUICKER.parent))
    for written in Path("build").glob("__native_*.c"):
        written.write_text(quicker(written.read_text()))
    if sys.platform == "linux":  # calls within the library go straight to where they lead
        for one in extensions:
            one.extra_compile_args.append("-fno-semantic-interposition")
            one.extra_link_args.append("-Wl,-Bsymbolic")
    setup(
        name="rules",
        packages=[],
        ext_modules=extensions,
        cmdclass={"build_ext": Build},
        script_args=["--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count()}"],
    )


def quicker(code: str) -> str:
    """C code by mypyc that reads attributes and names, and multiplies, as `QUICKER` tells."""
    code = NAME.sub(r"\g<before>FAST_GLOBAL(\g<dict>, \g<name>)", code)
    code = ATTRIBUTE.sub(r"\g<before>FAST_ATTR(\g<object>, \g<name>)", code)
    code = code.replace("CPyTagged_Multiply(", "FAST_MULTIPLY(")
    return code.replace(HEADER, f'{HEADER}#include "{QUICKER.name}"\n', 1)


def run(arguments: list[str]) -> None:
    """Become Python with these arguments; it and all it starts find the compiled engine."""
    environment = os.environ | {"PYTHONPATH": str(OUT)}
    # S606 is about commands put together from input: this is our own Python, without a shell.
    os.execve(sys.executable, [sys.executable, *arguments], environment)  # noqa: S606


def main(arguments: list[str]) -> int:
    if arguments == ["--here"]:
        compile_here()
        return 0
    built = build()
    if arguments:
        run(arguments)
    print("The compiled engine is in build/fast" + (": new." if built else " already."))
    print("Run something on it:  .venv/bin/python scripts/fast.py -m benchmarks duel")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
