"""The board editor: drawn with the mouse or by keyboard, tried, kept."""

import json

import pytest
from playwright.sync_api import expect

from campaigns.models import LibraryBoard
from campaigns.services.campaigns import create_campaign

pytestmark = pytest.mark.browser


@pytest.fixture
def address(ana):
    campaign = create_campaign(user=ana, name="Invierno")
    return f"/campaigns/{campaign.public_id}/boards/"


def terrain(page) -> list[dict]:
    return json.loads(page.locator("#board-data").input_value())["terrain"]


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
    middle = [sum(corner[axis] for corner in corners) / 4 for axis in (0, 1)]
    assert middle == pytest.approx([61, 65], abs=0.1)
    page.click("[data-act=undo]")
    straight = {piece["id"]: piece for piece in terrain(page)}["house-1"]["polygon"]
    assert straight[0][1] == straight[1][1]
    page.fill("#board-name", "La herrería")
    page.click("text=Guardar el tablero")
    expect(page.locator(".message")).to_contain_text("La herrería")
    assert LibraryBoard.objects.get().data["size"] == [120, 120]


def test_a_wall_is_dragged_and_its_end_pulled(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=wall]")
    before = terrain(page)[0]["line"]
    box = page.locator("#editor-board").bounding_box()
    scale = box["width"] / 122
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 10 * scale, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    after = terrain(page)[0]["line"]
    assert after[0][0] - before[0][0] == pytest.approx(10, abs=0.6)
    end = page.locator(".corner").nth(1).bounding_box()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] - 10 * scale, steps=4)
    page.mouse.up()
    pulled = terrain(page)[0]["line"]
    assert pulled[0] == after[0]
    assert pulled[1][1] > after[1][1] + 5


def test_what_cannot_be_fought_on_is_told_and_nothing_is_lost(page, ana, log_in, address):
    log_in(page, ana)
    page.goto(address + "new")
    page.click("[data-add=ladder]")
    page.fill("#board-name", "Escalera al cielo")
    page.click("text=Probarlo")
    expect(page.locator(".editor__fault")).to_contain_text("hangs")
    expect(page.locator("#board-name")).to_have_value("Escalera al cielo")
    assert terrain(page)[0]["kind"] == "ladder"
