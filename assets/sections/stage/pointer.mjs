// A click or a tap on the figure puts the probe there, and a mouse may drag it; while a
// question is open it places the guess. Nothing needs it: the slider, the number field and
// the question's own choices do the same. A finger's drag stays the page's own, so that it
// scrolls.

export function createPointer(story, bokehDocument, root, store) {
  const figure = bokehDocument.get_model_by_name("roofline");
  const host = root.querySelector("[data-figure]");
  const [lo, hi] = story.probe.range;
  let dragging = false;

  function put(event) {
    const { frame } = window.Bokeh.index.find_one(figure);
    const x = event.clientX - host.getBoundingClientRect().left;
    const { left, right } = frame.bbox;
    if (!dragging && (x < left || x > right)) return;
    const { ask, committed } = store.get();
    if (ask !== null && !committed) {
      const y = event.clientY - host.getBoundingClientRect().top;
      store.set({ guess: nearest(story.questions.bank[ask], frame, { x, y }) });
      return;
    }
    const intensity = frame.x_scale.invert(Math.min(right, Math.max(left, x)));
    store.set({ intensity: Math.min(hi, Math.max(lo, intensity)) });
  }

  host.addEventListener("click", put);
  host.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    host.setPointerCapture(event.pointerId);
    host.addEventListener("pointermove", drag);
  });
  host.addEventListener("pointerup", () => {
    host.removeEventListener("pointermove", drag);
    // The click that follows a drag puts the probe where it was let go: the same place.
    dragging = false;
  });

  function drag(event) {
    dragging = true;
    put(event);
  }
}

// The option that stands nearest. Tiles lie side by side, so that their height does not
// count; levels differ in height as well.
function nearest({ options, kind }, frame, at) {
  const far = options.map(({ x, y }) => {
    const across = frame.x_scale.compute(x) - at.x;
    const up = kind === "holds" ? frame.y_scale.compute(y) - at.y : 0;
    return Math.hypot(across, up);
  });
  return far.indexOf(Math.min(...far));
}
