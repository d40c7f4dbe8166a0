"""The board editor: by mouse, by touch, by keyboard, without scripts; tried, kept, fought on."""

import json
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.boards import find_board
from campaigns.models import LibraryBoard
from campaigns.services.campaigns import create_campaign
from rules.ruleset import load_ruleset

pytestmark = pytest.mark.browser


@pytest.fixture
def address(ana):
    campaign = create_campaign(user=ana, name="Invierno")
    return f"/campaigns/{campaign.public_id}/boards/"


def terrain(page) -> list[dict]:
    return json.loads(page.locator("#board-data").input_value())["terrain"]


def middle(polygon: list[list[float]]) -> list[float]:
    return [sum(corner[axis] for corner in polygon) / len(polygon) for axis in (0, 1)]


def centre(page: Any, selector: str, number: int = 0) -> tuple[float, float]:
    box = page.locator(selector).nth(number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def per_cm(page: Any) -> float:
    return page.locator("#editor-board").evaluate("svg => svg.getScreenCTM().a * 10")


@pytest.mark.parametrize("width", [1280, 360])
def test_a_house_is_added_moved_turned_and_kept(page, ana, log_in, address, width):
    page.set_viewport_size({"width": width, "height": 900})
    log_in(page, ana)
    page.goto(address)
    page.click("text=Desde una mesa vacía")
    page.click("[data-add=house1]")
    house = page.locator(".piece")
    expect(house).to_have_count(1)
    expect(house).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("r")
    pieces = {piece["id"]: piece for piece in terrain(page)}
    corners = pieces["house-1"]["polygon"]
    assert pieces["house-1-south"]["line"] == corners[:2]
    assert pieces["house-1-west"]["line"] == [corners[3], corners[0]]
    assert middle(corners) == pytest.approx([61, 65], abs=0.1)
    page.click("[data-act=undo]")
    straight = {piece["id"]: piece for piece in terrain(page)}["house-1"]["polygon"]
    assert straight[0][1] == straight[1][1]
    page.fill("#board-name", "La herrería")
    page.click("text=Guardar el tablero")
    expect(page.locator(".message")).to_contain_text("La herrería")
    assert LibraryBoard.objects.get().data["size"] == [120, 120]


def test_what_is_put_down_stands_on_nothing_else(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    for what in ("house2", "house1", "barrel", "barrel", "water"):
        page.click(f"[data-add={what}]")
    expect(page.locator("[data-faults] li")).to_have_count(0)
    groups: dict[str, list[Any]] = {}
    for piece in terrain(page):
        at, radius = piece.get("at"), piece.get("radius", 0)
        corners = piece.get("polygon") or piece.get("line") or [at]
        key = piece.get("building") or piece["id"]
        found = groups.setdefault(key, [])
        found += [(x + by, y + by) for x, y, *_z in corners for by in (-radius, radius)]
    boxes = [
        (*map(min, zip(*found, strict=True)), *map(max, zip(*found, strict=True)))
        for found in groups.values()
    ]
    assert len(boxes) == 5
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] or other[2] <= one[0]
        assert beside or one[3] <= other[1] or other[3] <= one[1]


def test_turned_all_the_way_round_a_house_is_the_same_house(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=house3]")
    before = terrain(page)
    for _ in range(24):
        page.keyboard.press("r")
    for piece, turned in zip(before, terrain(page), strict=True):
        for was, now in zip(piece.get("polygon", []), turned.get("polygon", []), strict=True):
            assert now == pytest.approx(was, abs=0.02)


def test_a_wall_is_dragged_and_its_end_pulled(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=wall]")
    page.locator("#editor-board").scroll_into_view_if_needed()
    before = terrain(page)[0]["line"]
    scale = per_cm(page)
    x, y = centre(page, ".piece .line")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10 * scale, y, steps=4)
    page.mouse.up()
    after = terrain(page)[0]["line"]
    assert after[0][0] - before[0][0] == pytest.approx(10, abs=0.6)
    x, y = centre(page, ".corner__dot", 1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 10 * scale, steps=4)
    page.mouse.up()
    pulled = terrain(page)[0]["line"]
    assert pulled[0] == after[0]
    assert pulled[1][1] > after[1][1] + 5


def test_keys_undo_what_is_gone_and_move_corners(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=walkway]")
    expect(page.locator("[data-act=redo]")).to_be_disabled()
    page.keyboard.press("Delete")
    assert terrain(page) == []
    expect(page.locator("[data-act=copy]")).to_be_disabled()
    page.keyboard.press("Control+z")
    assert len(terrain(page)) == 1
    page.keyboard.press("Control+Shift+z")
    assert terrain(page) == []
    page.keyboard.press("Control+z")
    page.keyboard.press("Tab")
    expect(page.locator(".piece")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".corner").first).to_be_focused()
    x, y = terrain(page)[0]["polygon"][0]
    page.keyboard.press("Shift+ArrowLeft")
    assert terrain(page)[0]["polygon"][0] == [x - 5, y]
    expect(page.locator(".corner").first).to_be_focused()


def test_with_fingers(window, ana, log_in, address):
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, ana)
    page.goto(address + "new")
    page.tap("[data-add=barrel]")
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    # beside it rather than on it: eight pixels across, no finger would hit them
    page.locator("#editor-board").scroll_into_view_if_needed()
    x, y = centre(page, ".piece")
    touch("touchStart", (x + 15, y))
    touch("touchMove", (x + 15, y - 30))
    touch("touchMove", (x + 15, y - 60))
    touch("touchEnd")
    read = "JSON.parse(document.getElementById('board-data').value).terrain[0].at[1]"
    page.wait_for_function(f"y => Math.abs({read} - y) < 1", arg=60 + 60 / per_cm(page))
    # two fingers come nearer, and move nothing
    was, before = terrain(page), per_cm(page)
    x, y = centre(page, "#editor-board")
    touch("touchStart", (x - 20, y + 60), (x + 20, y + 60))
    for apart in (40, 60, 80):
        touch("touchMove", (x - apart, y + 60), (x + apart, y + 60))
    touch("touchEnd")
    page.wait_for_function(
        "before => document.getElementById('editor-board').getScreenCTM().a * 10 > before * 3",
        arg=before,
    )
    assert terrain(page) == was


def test_part_by_part_a_walkway_and_a_ladder_come_to_a_house(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=house2]")
    page.click("summary:has-text('Pieza a pieza')")
    page.click("[data-part='house-1-east']")
    page.click("[data-act=remove]")
    assert "house-1-east" not in {piece["id"] for piece in terrain(page)}
    page.click("[data-add=walkway]")
    page.fill("[data-field=x]", "79")
    page.fill("[data-field=y]", "60")
    page.click("[data-add=ladder]")
    page.fill("[data-field=x]", "100")
    page.locator("[data-field=x]").blur()
    expect(page.locator("[data-faults]")).to_contain_text("acaba donde no se puede estar")
    expect(page.locator(".is-faulty")).to_have_attribute("data-group", "ladder-1")
    page.fill("[data-field=x]", "87")
    page.fill("[data-field=y]", "60")
    page.locator("[data-field=y]").blur()
    expect(page.locator("[data-faults] li")).to_have_count(0)
    page.fill("#board-name", "Dos plantas")
    page.click("text=Guardar el tablero")
    page.get_by_role("link", name="Dos plantas", exact=True).click()
    board = find_board("", load_ruleset("partida"), LibraryBoard.objects.get().data)
    assert board is not None
    heights = {
        piece.height for piece in board.board.terrain if piece.id.startswith(("house-1-f", "w"))
    }
    assert {h // 1000 for h in heights} == {8, 16}


def test_what_cannot_be_fought_on_is_told_and_nothing_is_lost(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=ladder]")
    page.fill("#board-name", "Escalera al cielo")
    page.click("text=Probarlo")
    expect(page.locator("#tried .editor__fault")).to_contain_text("acaba donde no se puede estar")
    expect(page.locator("#board-name")).to_have_value("Escalera al cielo")
    assert terrain(page)[0]["kind"] == "ladder"


def test_without_scripts(window, ana, log_in, address):
    page = window(java_script_enabled=False)
    log_in(page, ana)
    page.goto(address + "new")

    def act(do: str, **fields: str) -> None:
        for name, value in fields.items():
            field = page.locator(f"[name={name}]")
            if name in ("put", "piece"):
                field.select_option(value)
            else:
                field.fill(value)
        page.click(f"[name=do][value={do}]")

    act("add", put="house2", put_x="30", put_y="40")
    act("add", put="barrel", put_x="60,5", put_y="20")
    assert page.locator("#tried svg").count() == 1
    act("change", piece="house-1", to_x="50", degrees="90", place="La Herrería")
    assert "La Herrería, en 50 cm, 40 cm" in page.inner_text("[name=piece]")
    act("remove", piece="barrel-1")
    assert page.locator("[name=piece] option").count() == 1
    act("add", put="ladder", put_x="100", put_y="100")
    assert "acaba donde no se puede estar" in page.inner_text("#tried")
    act("remove", piece="ladder-1")
    page.fill("#board-name", "Sin guiones")
    page.click("text=Guardar el tablero")
    data = LibraryBoard.objects.get().data
    outline = next(piece for piece in data["terrain"] if piece["kind"] == "building")
    assert middle(outline["polygon"]) == pytest.approx([50, 40])
    assert sorted(round(abs(x - 50)) for x, _ in outline["polygon"]) == [7, 7, 7, 7]
