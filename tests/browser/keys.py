"""A page by keyboard alone: Tab, Enter, Space, arrows and typing; a mouse is noticed."""

from typing import Any

from tests.conftest import PASSWORD

MOST_TABS = 250
FAR = 120  # more presses of Tab than anybody has patience for
NOTICE = """for (const kind of ["pointerdown", "mousedown", "touchstart"])
    addEventListener(kind, () => { window.touched = true }, true)"""
# What shows that something has the focus: its outline or shadow, or the ring of a token.
SEEN = """() => {
    const here = document.activeElement;
    const ring = here.matches(".token") ? here.querySelector(".token__finger") : null;
    const style = getComputedStyle(ring ?? here), box = here.getBoundingClientRect();
    if (ring) return parseFloat(style.strokeWidth) > 3;
    const shown = style.outlineStyle !== "none" || style.boxShadow !== "none";
    return shown && box.width > 0 && box.height > 0;
}"""


def watch(page: Any) -> None:
    """From now on `untouched` can tell whether anything was done by mouse or finger."""
    page.add_init_script(NOTICE)


def untouched(page: Any) -> bool:
    return not page.evaluate("Boolean(window.touched)")


def focused(page: Any, selector: str) -> bool:
    return page.evaluate("s => document.activeElement.matches(s)", selector)


def tab_to(page: Any, selector: str, most: int = MOST_TABS) -> int:
    """Tab until the focus is on something of this kind, and is seen there. How many it took."""
    for count in range(most):
        if focused(page, selector):
            assert page.evaluate(SEEN), f"the focus on {selector} can't be seen"
            return count
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached by {most} Tabs")


def press(page: Any, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def go(page: Any, selector: str, most: int = MOST_TABS) -> None:
    """Press something that leads to another page."""
    tab_to(page, selector, most)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert untouched(page)


def submit(page: Any, selector: str) -> None:
    """Press a form's button; what comes of it has the focus, not the top of the page."""
    go(page, selector, FAR)
    page.wait_for_function("() => document.activeElement !== document.body")


def pick(page: Any, selector: str, value: str) -> None:
    """Choose from a list with the arrow keys."""
    tab_to(page, selector)
    page.keyboard.press("Home")
    for _ in range(60):
        if page.input_value(selector) == value:
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{selector} doesn't offer {value}")


def choose(page: Any, name: str, value: str) -> None:
    """One of several buttons that exclude each other, with the arrow keys."""
    tab_to(page, f'[name="{name}"]')
    wanted = f'[name="{name}"][value="{value}"]'
    for _ in range(20):
        if focused(page, wanted):
            # Already there, it may still have to be chosen.
            if not focused(page, ":checked"):
                page.keyboard.press("Space")
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"{name} doesn't offer {value}")


def tick(page: Any, selector: str, on: bool = True) -> None:
    tab_to(page, selector)
    if focused(page, ":checked") != on:
        page.keyboard.press("Space")


def write(page: Any, selector: str, text: str) -> None:
    """Put these words where others may have been."""
    tab_to(page, selector)
    page.keyboard.press("Control+A")
    page.keyboard.type(text)


def log_in(page: Any, user: Any) -> None:
    watch(page)
    page.goto("/accounts/login")
    write(page, "#id_username", user.username)
    write(page, "#id_password", PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")
