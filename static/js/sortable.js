// Lists whose items can be dragged to another place; the buttons beside them do the same.

// `list` has items with `data-place` (else they count from 0), each with a form `data-move` that takes the place as `to`, or
// all in one form that takes `move` (whose item) and `to`.
const placeOf = (item) => item.dataset.place ?? String([...item.parentNode.children].indexOf(item));

export function sortable(list) {
  let dragged = null;
  for (const item of list.children) {
    item.draggable = list.children.length > 1;
    item.addEventListener("dragstart", (event) => {
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", placeOf(item));
      item.classList.add("dragged");
    });
    item.addEventListener("dragend", () => {
      item.classList.remove("dragged");
      dragged = null;
    });
    item.addEventListener("dragover", (event) => {
      if (dragged) event.preventDefault();
    });
    item.addEventListener("drop", (event) => {
      if (!dragged || dragged === item) return;
      event.preventDefault();
      moveTo(dragged, placeOf(item));
    });
  }
}

function moveTo(item, place) {
  const own = item.querySelector("form[data-move]");
  const form = own ?? item.closest("form");
  const values = own ? { to: place } : { move: placeOf(item), to: place };
  for (const [name, value] of Object.entries(values)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(field);
  }
  form.requestSubmit();
}
