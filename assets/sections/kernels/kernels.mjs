// The table of real kernels: a chosen row stands on the figure.

import { fill, formatSI, significant } from "../../core/format.mjs";
import { readLine } from "../../core/line.mjs";
import { roofOf } from "../../core/reading.mjs";
import { write } from "../../core/slots.mjs";

export function createKernels(story, root, store) {
  // Without scripts a name is text; here it becomes a button, for now it can do something.
  const buttons = [...root.querySelectorAll("[data-kernel]")].map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name.className;
    button.dataset.kernel = name.dataset.kernel;
    button.setAttribute("aria-describedby", `why-${name.dataset.kernel}`);
    button.textContent = name.textContent;
    name.replaceWith(button);
    return button;
  });
  const rows = [...root.querySelectorAll("[data-kernel-row]")];
  const cells = [...root.querySelectorAll("[data-kernel-cell]:not([data-fixed])")];
  let listed = null;
  const live = root.querySelector("[data-kernel-live]");
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const { kernel } = button.dataset;
      store.set({ kernel: store.get().kernel === kernel ? null : kernel });
    });
  }
  // What a kernel attains on a GPU at most, or null where that roof is not known.
  function reading(key, { machine }) {
    const { name, x, precision } = story.kernels[key];
    const told = { name, gpu: machine.name, precision: story.precisions[precision].name };
    if (!machine.precisions.includes(precision)) {
      return { words: fill(story.words.kernel.unknown, told), rate: "—", bound: "unknown" };
    }
    const [low, high] = machine.bands[precision];
    const held = x < low ? "memory" : x <= high ? "tie" : "compute";
    const rate = formatSI(
      readLine(roofOf(machine, precision), x),
      "FLOP/s",
      story.prefixes,
    );
    const readings = { ...told, intensity: significant(x), rate, bound: story.words.bounds[held] };
    return { ...readings, words: fill(story.words.kernel.at, readings) };
  }

  function showOther(view) {
    const other = view.shown.find(({ slot }) => slot === "other");
    if (!other || other.machine === listed) return;
    listed = other.machine;
    for (const cell of cells) {
      const told = reading(cell.dataset.of, other);
      const { kernelCell: name } = cell.dataset;
      write(cell, name === "verdict" ? told.bound.replace("-bound", "") : told[name]);
    }
  }

  return function show({ kernel }, view) {
    showOther(view);
    for (const button of buttons) {
      const chosen = button.dataset.kernel === kernel;
      button.setAttribute("aria-pressed", chosen);
    }
    for (const row of rows) {
      row.classList.toggle("chosen", row.dataset.kernelRow === kernel);
    }
    const told = kernel ? view.shown.map((each) => reading(kernel, each).words) : [];
    write(live, told.join(" "));
  };
}
