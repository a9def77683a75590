// Bring the page to life. Python has computed every number; the browser picks a frame
// for a step, and reads the probe's rate off the drawn line.

import { createAddress, readAddress, shortNumber } from "./address.mjs";
import { createDrawing } from "./drawing.mjs";
import { createFigure } from "./figure.mjs";
import { createFrame } from "./frame.mjs";
import { createKernels } from "./kernels.mjs";
import { createPlayer } from "./player.mjs";
import { createPointer } from "./pointer.mjs";
import { createProbe } from "./probe.mjs";
import { createShare } from "./share.mjs";
import { createStore } from "./store.mjs";
import { createTheme } from "./theme.mjs";
import { createTile } from "./tile.mjs";
import { createWalk } from "./walk.mjs";
import { createWords, write } from "./words.mjs";

export function startLesson(story) {
  const root = document.getElementById("lesson");
  const bokehDocument = window.Bokeh.documents.find((one) =>
    one.get_model_by_name("roofline"),
  );
  const asked = readAddress(location.search, story.query);
  const stateOf = ({ gpu, tile, intensity, theme }) => ({
    choice: gpu,
    index: story.tiles.indexOf(Number(tile)),
    intensity,
    theme,
  });
  const store = createStore({ ...stateOf(asked.values), kernel: null, playing: false });
  const { view } = asked.values;
  root.dataset.view = view;
  showNotes(root, asked.notes);

  const figure = createFigure(story, bokehDocument, root);
  const tile = createTile(root);
  const theme = createTheme(root, store);
  const say = createWords(story, root);
  const showPlayer = createPlayer(story, root, store);
  const showProbe = createProbe(story, root, store);
  const showKernels = createKernels(story, root, store);
  const address = createAddress(story.query, {
    current() {
      const { choice, index, intensity, theme: chosen } = store.get();
      return {
        gpu: choice,
        tile: story.tiles[index],
        intensity: shortNumber(intensity),
        theme: chosen,
        view,
      };
    },
    follow: (values) => store.set({ playing: false, ...stateOf(values) }),
  });
  const draw = createDrawing(story, bokehDocument);
  const showShare = createShare(story, root, address, () =>
    draw(store.get(), theme.scheme(store.get())),
  );
  createFrame(root, story.share.message);
  createPointer(story, bokehDocument, root, store);
  const live = root.querySelector("[data-live]");
  const posterSteps = [...root.querySelectorAll("[data-poster-step]")];
  const radios = [...root.querySelectorAll('input[name="gpu"]')];
  const move = (here) => {
    tile.move(here.shares);
    figure.move(here, store.get());
  };
  const walk = createWalk(story, store.get().index, move);

  for (const radio of radios) {
    radio.addEventListener("change", () => store.set({ choice: radio.value }));
  }
  theme.onSystemChange(() => show(store.get(), new Set(["theme"])));

  // The page shows the state that it was sent with; from here on, changes only.
  function show(state, changed) {
    const { choice, index, playing } = state;
    root.dataset.gpu = choice;
    root.dataset.shows = story.choices[choice].join(" ");
    for (const radio of radios) radio.checked = radio.value === choice;
    theme.show(state);
    showPlayer(state);
    if (changed.has("choice") || changed.has("index")) showStep(choice, index);
    showProbe(state);
    showKernels(state);
    figure.show(state, theme.scheme(state));
    if (changed.has("index")) walk.go(index);
    // While it plays nothing is spoken: the reader has asked to watch. A pause or the
    // end says where it came to rest.
    const moved = ["choice", "index", "playing"].some((name) => changed.has(name));
    showShare();
    if (changed.size > 0) address.changed({ passing: playing });
    if (moved) write(live, playing ? "" : story.steps[choice][index].spoken);
  }
  store.subscribe(show);

  function showStep(choice, index) {
    say(choice, index);
    tile.show(index);
    for (const step of posterSteps) {
      const position = Number(step.dataset.posterStep);
      step.classList.toggle("now", position === index);
      step.classList.toggle("passed", position < index);
      step.classList.toggle("ahead", position > index);
    }
  }

  // Whoever stands outside may move the page, too: Python does.
  root.addEventListener("set-state", ({ detail }) => {
    store.set({ playing: false, ...stateOf({ ...address.current(), ...detail }) });
  });

  // A file was written at its own defaults: the address may have asked for another step.
  move(walk.here());
  showStep(store.get().choice, store.get().index);
  show(store.get(), new Set());
  root.dataset.live = "";
}

// What the address asked for and could not get, as text.
function showNotes(root, notes) {
  const place = root.querySelector("[data-notes]");
  place.replaceChildren(
    ...notes.map((note) => {
      const line = document.createElement("p");
      line.textContent = note;
      return line;
    }),
  );
}
