// Lists whose items can be dragged to another place; the buttons beside them do the same.

// `list` has items with `data-place`, each with a form `data-move` that takes the place as `to`.
export function sortable(list) {
  let dragged = null;
  for (const item of list.children) {
    item.draggable = list.children.length > 1;
    item.addEventListener("dragstart", (event) => {
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", item.dataset.place);
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
      moveTo(dragged, item.dataset.place);
    });
  }
}

function moveTo(item, place) {
  const form = item.querySelector("form[data-move]");
  const to = document.createElement("input");
  to.type = "hidden";
  to.name = "to";
  to.value = place;
  form.append(to);
  form.requestSubmit();
}
