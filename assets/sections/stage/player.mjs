// The stepper: play and pause, step, restart, scrub. It plays once and stops at the end.

import { write } from "../../core/slots.mjs";

export function createPlayer(story, root, store, viewOf) {
  const control = (name) => root.querySelector(`[data-control="${name}"]`);
  const [play, previous, next, restart, slider] = [
    "play",
    "previous",
    "next",
    "restart",
    "tile",
  ].map(control);
  const ticks = [...root.querySelectorAll("[data-tick]")];
  const last = story.tiles.length - 1;
  let timer = 0;

  function rest(index) {
    const { shown } = viewOf(store.get());
    const turned = shown.some(
      ({ walk }) => index > 0 && walk[index].bound !== walk[index - 1].bound,
    );
    const { travel, rest: short, long_rest: long } = story.timing;
    return (travel + (turned ? long : short)) * 1000;
  }

  function onward() {
    const { index } = store.get();
    if (index === last) {
      store.set({ playing: false });
      return;
    }
    store.set({ index: index + 1 });
    timer = setTimeout(onward, rest(index + 1));
  }

  function goTo(index) {
    store.set({ playing: false, index: Math.min(last, Math.max(0, index)) });
  }

  play.addEventListener("click", () => {
    const { playing, index } = store.get();
    if (playing) {
      store.set({ playing: false });
      return;
    }
    store.set({ playing: true, index: index === last ? 0 : index });
    timer = setTimeout(onward, index === last ? rest(0) : 0);
  });
  previous.addEventListener("click", () => goTo(store.get().index - 1));
  next.addEventListener("click", () => goTo(store.get().index + 1));
  restart.addEventListener("click", () => goTo(0));
  slider.addEventListener("input", () => goTo(slider.valueAsNumber));
  slider.addEventListener("keydown", (event) => {
    // A page is two tiles: the browser's own tenth of the range would be less than one.
    const far = { PageUp: 2, PageDown: -2 }[event.key];
    if (!far) return;
    event.preventDefault();
    goTo(store.get().index + far);
  });

  return function show({ index, playing }, view) {
    if (!playing) clearTimeout(timer);
    write(play.querySelector("span"), playing ? "Pause" : "Play");
    play.classList.toggle("playing", playing);
    slider.value = index;
    slider.setAttribute("aria-valuetext", view.label);
    previous.setAttribute("aria-disabled", index === 0);
    next.setAttribute("aria-disabled", index === last);
    for (const [position, tick] of ticks.entries()) {
      tick.className = position === index ? "now" : position < index ? "passed" : "";
    }
  };
}
