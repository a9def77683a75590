// Other GPUs to choose from, and a GPU of one's own. A choice only says which; what was
// typed stays as it was typed.

import { OWN_FIGURES, ownFaults } from "../../core/own.mjs";
import { write } from "../../core/slots.mjs";

export function createGpus(story, root, store) {
  const rows = [...root.querySelectorAll("[data-other]")];
  const radios = rows.map((row) => row.querySelector('input[name="other-gpu"]'));
  const search = root.querySelector("[data-gpu-search]");
  const list = root.querySelector("[data-gpu-list]");
  const count = root.querySelector("[data-gpu-count]");
  const box = root.querySelector("[data-gpu-scroll]");
  const place = root.querySelector("[data-gpu-chosen]");
  const draw = root.querySelector("[data-own-draw]");
  const names = Object.keys(OWN_FIGURES);
  const part = (kind, name) => root.querySelector(`[data-${kind}="${name}"]`);
  const fields = Object.fromEntries(names.map((name) => [name, part("own", name)]));
  const errors = Object.fromEntries(names.map((name) => [name, part("own-error", name)]));

  // Without scripts the list is there to be read; from here on it can be chosen from.
  for (const tools of root.querySelectorAll("[data-gpu-tools]")) tools.hidden = false;
  for (const radio of radios) radio.hidden = false;
  filter();

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [index, row] of rows.entries()) {
      row.hidden = !words.every((word) => row.dataset.searched.includes(word));
      // The arrow keys pass over what is not shown.
      radios[index].disabled = row.hidden;
    }
    const shown = rows.filter((row) => !row.hidden).length;
    write(count, `${shown} of ${rows.length} GPUs`);
  }

  function reveal(row) {
    const above = row.offsetTop < box.scrollTop;
    const below = row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight;
    if (above || below) box.scrollTop = row.offsetTop - 0.5 * box.clientHeight;
  }

  function showFacts(row) {
    const facts = row?.querySelector(".gpu-facts").cloneNode(true);
    place.replaceChildren(...(facts ? [facts] : []));
  }

  const untrimmed = () =>
    Object.fromEntries(names.map((name) => [name, fields[name].value]));
  const typed = () =>
    Object.fromEntries(names.map((name) => [name, fields[name].value.trim()]));

  function mark(name, error) {
    if (error) fields[name].setAttribute("aria-invalid", "true");
    else fields[name].removeAttribute("aria-invalid");
    write(errors[name], error ?? "");
  }

  function check() {
    const wrong = ownFaults(story, untrimmed());
    for (const name of names) mark(name, wrong[name]);
    return names.filter((name) => wrong[name]);
  }

  function drawOwn() {
    const [first] = check();
    if (first) {
      fields[first].focus();
      return;
    }
    const before = store.get().own;
    const own = typed();
    const same = before && names.every((name) => before[name] === own[name]);
    store.set({ choice: "own", own: same ? before : own, measured: "none", playing: false });
  }

  search.addEventListener("input", () => {
    list.open = true;
    filter();
  });
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      store.set({ choice: radio.value, measured: "none", playing: false });
    });
  }
  // A form would need leave to submit, which a sandboxed frame may not give.
  draw.addEventListener("click", drawOwn);
  for (const name of names) {
    fields[name].addEventListener("input", () => mark(name, null));
    fields[name].addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) drawOwn();
    });
  }

  let filled = null;
  let chosen = null;

  return function show({ choice, own }) {
    if (own && own !== filled) {
      filled = own;
      fill(own);
    }
    if (choice === chosen) return;
    chosen = choice;
    const row = rows.find(({ dataset }) => dataset.other === choice);
    for (const radio of radios) radio.checked = radio.value === choice;
    showFacts(row);
    if (!row) return;
    list.open = true;
    reveal(row);
  };

  // An own GPU comes from the address; one that is none takes nothing away.
  function fill(own) {
    const now = typed();
    if (names.every((name) => !own[name] || own[name] === now[name])) return;
    for (const name of names) fields[name].value = own[name] ?? "";
    check();
  }
}
