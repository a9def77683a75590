// The reader's own intensity: slider, number field, a button to each ridge. The rate is
// read off the drawn line; which words hold is read off the line's pieces.

import { formatSI, significant } from "./format.mjs";
import { readLine } from "./line.mjs";
import { write } from "./words.mjs";

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
    const asked = field.valueAsNumber;
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
  away.addEventListener("click", () => {
    store.set({ intensity: null });
    slider.focus();
  });

  function words(gpu, x) {
    const line = story.scene.gpus[gpu].fp32;
    const rate = readLine(line, x);
    const piece = story.probe.gpus[gpu].find(({ upto }) => upto === null || x <= upto);
    return piece.words
      .replace("{intensity}", significant(x))
      .replace("{rate}", formatSI(rate, "FLOP/s", story.prefixes))
      .replace("{ratio}", significant(readLine(line, 2 * x) / rate));
  }

  return function show({ choice, intensity }) {
    away.hidden = intensity === null;
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
    for (const output of outputs) write(output, words(output.dataset.probe, intensity));
    write(live, story.choices[choice].map((gpu) => words(gpu, intensity)).join(" "));
  };
}
