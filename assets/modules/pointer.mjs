// A click or a tap on the figure puts the probe there, and a mouse may drag it. Nothing
// needs it: the slider and the number field do the same. A finger's drag stays the
// page's own, so that it scrolls.

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
