// Numbers in the prose that a reader changes where they stand: dragged, tapped, or with
// the keys of a slider.

import { significant } from "./format.mjs";
import { write } from "./slots.mjs";

// Less than this is a tap that trembled.
const TREMBLE = 4;

export function createScrub(story, root, store) {
  const scales = scalesOf(story);
  const numbers = [...root.querySelectorAll("[data-scrub]")];
  for (const number of numbers) enliven(number, scales[number.dataset.scrub], store);

  return function show(state) {
    for (const number of numbers) {
      const scale = scales[number.dataset.scrub];
      const value = scale.now(state);
      write(number, scale.text(value));
      number.setAttribute("aria-valuenow", value);
      number.setAttribute("aria-valuetext", scale.spoken(value));
    }
  };
}

// A scale is a row of positions from 0 to `last`, with the value at each. `now` is the
// value that a state has, `at` where that stands, `patch` what takes a state to a position.
// `page` and `tap` are how many positions those move; a step of a drag is `pixels` wide.
function scalesOf({ tiles, sizes, probe }) {
  const [lo, hi] = probe.range;
  // A doubling is sixteen positions, as on the slider of the probe.
  const octave = 16;
  const list = (values) => ({
    page: 2,
    tap: 1,
    pixels: 24,
    last: values.length - 1,
    value: (at) => values[at],
    text: String,
    spoken: (value) => `${value} × ${value}`,
  });
  return {
    tile: {
      ...list(tiles),
      now: ({ index }) => tiles[index],
      at: ({ index }) => index,
      patch: (index) => ({ index }),
    },
    n: {
      ...list(sizes),
      now: ({ n }) => n,
      at: ({ n }) => sizes.indexOf(n),
      patch: (at) => ({ n: sizes[at] }),
    },
    intensity: {
      page: octave,
      tap: octave,
      pixels: 3,
      last: Math.log2(hi / lo) * octave,
      value: (at) => lo * 2 ** (at / octave),
      text: significant,
      spoken: (value) => `${significant(value)} flop per byte`,
      now: ({ intensity }) => intensity ?? 1,
      at: ({ intensity }) => Math.log2((intensity ?? 1) / lo) * octave,
      patch: (at) => ({ intensity: lo * 2 ** (at / octave) }),
    },
  };
}

function enliven(number, scale, store) {
  const goTo = (at) => {
    const kept = Math.min(scale.last, Math.max(0, at));
    store.set({ playing: false, ...scale.patch(kept) });
  };
  const here = () => scale.at(store.get());
  // The probe may stand between two positions: a step goes to the next one there is.
  const move = (steps) => {
    goTo((steps > 0 ? Math.floor(here()) : Math.ceil(here())) + steps);
  };

  number.setAttribute("role", "slider");
  number.setAttribute("aria-label", number.dataset.label);
  number.setAttribute("aria-valuemin", scale.value(0));
  number.setAttribute("aria-valuemax", scale.value(scale.last));
  number.tabIndex = 0;

  number.addEventListener("keydown", (event) => {
    // With a modifier the key is the browser's: Alt and an arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: scale.page,
      PageDown: -scale.page,
      Home: -Infinity,
      End: Infinity,
    }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(steps);
  });

  let drag = null;
  let dragged = false;
  number.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    dragged = false;
    drag = { x: event.clientX, from: Math.round(here()), steps: 0 };
    number.setPointerCapture(event.pointerId);
  });
  number.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    const way = event.clientX - drag.x;
    if (Math.abs(way) > TREMBLE) dragged = true;
    const steps = Math.trunc(way / scale.pixels);
    if (steps === drag.steps) return;
    drag.steps = steps;
    goTo(drag.from + steps);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    number.addEventListener(end, () => {
      drag = null;
    });
  }
  number.addEventListener("click", () => {
    // The click that ends a drag is no tap.
    if (dragged) dragged = false;
    else if (here() >= scale.last) goTo(0);
    else move(scale.tap);
  });
}
