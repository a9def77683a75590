// The reader's own intensity: slider, number field, a button to each ridge. The rate is
// read off the drawn line; which words hold is read off the line's pieces.

import { fill, formatSI, significant } from "../../core/format.mjs";
import { readLine, steady } from "../../core/line.mjs";
import { roofOf } from "../../core/reading.mjs";
import { write } from "../../core/slots.mjs";

export function createProbe(story, root, store) {
  const slider = root.querySelector('[data-control="intensity"]');
  const field = root.querySelector('[data-control="intensity-field"]');
  const away = root.querySelector('[data-control="probe-away"]');
  const error = root.querySelector("[data-intensity-error]");
  const live = root.querySelector("[data-probe-live]");
  const outputs = [...root.querySelectorAll("[data-probe]")];
  const [lo, hi] = story.probe.range;
  const ridges = [...root.querySelectorAll("[data-ridge]")];

  let shown = null;

  slider.addEventListener("input", () => {
    store.set({ intensity: 2 ** slider.valueAsNumber });
  });
  slider.addEventListener("keydown", (event) => {
    // A page is a doubling: the step that the lesson is about.
    const octave = { PageUp: 1, PageDown: -1 }[event.key];
    if (!octave) return;
    event.preventDefault();
    const from = store.get().intensity ?? 2 ** slider.valueAsNumber;
    store.set({ intensity: Math.min(hi, Math.max(lo, from * 2 ** octave)) });
  });
  field.addEventListener("change", () => {
    // A decimal comma is read as well as a point: a field of numbers would drop one.
    const typed = field.value.trim().replace(",", ".");
    const asked = /^[0-9.eE+-]+$/.test(typed) ? Number(typed) : Number.NaN;
    const good = asked >= lo && asked <= hi;
    field.setAttribute("aria-invalid", !good);
    write(error, good ? "" : `Give a number from ${lo} to ${hi} flop/B.`);
    if (good) store.set({ intensity: asked });
  });
  for (const button of ridges) {
    button.addEventListener("click", () => {
      store.set({ intensity: Number(button.dataset.ridge) });
    });
  }

  // A GPU that is none of the presets brings ridges of its own, where they are known and
  // within the slider's reach.
  function showRidges({ shown }) {
    for (const { slot, machine } of shown) {
      for (const button of ridges.filter(({ dataset }) => dataset.for === slot)) {
        const { roof } = button.dataset;
        const at = machine.precisions.includes(roof) ? machine.ridges[roof] : null;
        button.hidden = !at || at.x < lo || at.x > hi;
        if (button.hidden) continue;
        button.dataset.ridge = at.x;
        const { name } = story.precisions[roof];
        write(button, `${machine.short} ${name} ridge, ${at.text}`);
      }
    }
  }
  away.addEventListener("click", () => {
    store.set({ intensity: null });
    slider.focus();
  });

  function words({ machine }, { precision }, x) {
    const line = roofOf(machine, precision);
    const [low, high] = machine.bands[precision];
    const rate = readLine(line, x);
    return fill(story.words.probe[x <= low ? "memory" : x <= high ? "tie" : "compute"], {
      gpu: machine.name,
      intensity: significant(x),
      rate: formatSI(rate, "FLOP/s", story.prefixes),
      ratio: significant(steady(readLine(line, 2 * x) / rate, 11)),
    });
  }

  return function show({ intensity }, view) {
    away.hidden = intensity === null;
    showRidges(view);
    if (intensity === null) {
      shown = null;
      for (const output of outputs) write(output, "");
      write(live, "");
      return;
    }
    const spoken = `${significant(intensity)} flop per byte`;
    slider.value = Math.log2(intensity);
    slider.setAttribute("aria-valuetext", spoken);
    if (intensity !== shown) {
      // A number that the reader is just typing is not taken away by a step.
      shown = intensity;
      field.value = significant(intensity);
      field.removeAttribute("aria-invalid");
      write(error, "");
    }
    const told = view.shown.map((each) => words(each, view.setting, intensity));
    for (const output of outputs) {
      const order = view.shown.findIndex(({ slot }) => slot === output.dataset.probe);
      write(output, told[order] ?? "");
    }
    write(live, told.join(" "));
  };
}
