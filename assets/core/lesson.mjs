// Bring the page to life. Python has computed every number; the browser picks from its
// tables, and reads the rest off the drawn lines.

import { createAddress, readAddress, shortNumber } from "./address.mjs";
import { stateOf, valuesOf } from "./asked.mjs";
import { csvOf } from "./csv.mjs";
import { createDrawing } from "./drawing.mjs";
import { createFigure } from "./figure.mjs";
import { createFrame } from "./frame.mjs";
import { createGpus } from "../sections/gpus/gpus.mjs";
import { createKernels } from "../sections/kernels/kernels.mjs";
import { createMeasured } from "../sections/measured/measured.mjs";
import { createPlayer } from "../sections/stage/player.mjs";
import { createPointer } from "../sections/stage/pointer.mjs";
import { createPredict } from "../sections/predict/predict.mjs";
import { createPrint } from "./print.mjs";
import { createProbe } from "../sections/probe/probe.mjs";
import { createScrub } from "./scrub.mjs";
import { createSettings } from "./settings.mjs";
import { createShare } from "../sections/share/share.mjs";
import { createStore } from "./store.mjs";
import { createSight } from "./sight.mjs";
import { createTerms } from "../sections/maths/terms.mjs";
import { createTheme } from "../sections/head/theme.mjs";
import { createTile } from "../sections/tile/tile.mjs";
import { createView } from "./view.mjs";
import { createWalk } from "./glide.mjs";
import { createWords, write } from "./slots.mjs";

// What changes the step that is shown, and what of it lets the point glide there.
const STEP = ["choice", "own", "index", "n", "precision", "levels"];
const GLIDE = ["index", "n", "precision"];

// What an address says of a state; with `playing`, a pause is a place to come back to.
const ADDRESSED = [...STEP, "measured", "ask", "intensity", "theme", "playing"];

export function startLesson(story) {
  const root = document.getElementById("lesson");
  const bokehDocument = window.Bokeh.documents.find((one) =>
    one.get_model_by_name("roofline"),
  );
  const asked = readAddress(location.search, story.query);
  const opened = stateOf(story, asked.values);
  const passing = { kernel: null, playing: false, term: null, guess: null, committed: false };
  const store = createStore({ ...opened.state, ...passing });
  const { view: pageView } = asked.values;
  root.dataset.view = pageView;
  showNotes(root, [...asked.notes, ...opened.notes]);

  const viewOf = createView(story);
  const figure = createFigure(story, bokehDocument, root);
  const sight = createSight(root);
  const tile = createTile(root, sight);
  const theme = createTheme(root, store);
  const say = createWords(root, sight);
  const parts = [
    createPlayer(story, root, store, viewOf),
    createProbe(story, root, store),
    createKernels(story, root, store),
    createSettings(story, root, store),
    createPredict(story, root, store),
    createMeasured(story, root, store),
    createGpus(story, root, store),
    createScrub(story, root, store),
    createTerms(story, root, store),
  ];
  // A guess belongs to its question.
  function goTo(values) {
    const { state } = stateOf(story, values);
    const fresh = state.ask === store.get().ask ? {} : { guess: null, committed: false };
    store.set({ playing: false, ...state, ...fresh });
  }
  const current = () =>
    valuesOf(story, store.get(), { view: pageView, short: shortNumber });
  const address = createAddress(story.query, {
    current,
    follow: goTo,
  });
  const draw = createDrawing(story, bokehDocument);
  const drawing = () => draw(viewOf(store.get()), theme.scheme(store.get()));
  const showShare = createShare(story, root, address, drawing, () =>
    csvOf(story, viewOf(store.get())),
  );
  createFrame(root, story.share.message);
  createPointer(story, bokehDocument, root, store);
  const showPrint = createPrint(story, root, () => draw(viewOf(store.get()), "light"));
  const live = root.querySelector("[data-live]");
  const radios = [...root.querySelectorAll('input[name="gpu"]')];
  const other = root.querySelector("[data-other-choice]");
  const move = (here) => {
    const state = store.get();
    tile.move(here.shares);
    figure.move(here, state, viewOf(state));
  };
  const walk = createWalk(story, viewOf(store.get()), move);

  for (const radio of radios) {
    // Measured points stay with the GPU that they were measured on.
    radio.addEventListener("change", () => {
      const { measured } = store.get();
      const { roofs, gpus } = story.measured;
      const kept =
        gpus[measured] === radio.value ||
        (measured === roofs.published && Object.values(roofs).includes(radio.value));
      store.set({ choice: radio.value, measured: kept ? measured : "none" });
    });
  }
  theme.onSystemChange(() => show(store.get(), new Set(["theme"])));

  function showGpu({ choice }, view) {
    root.dataset.gpu = choice in story.choices ? choice : "other";
    root.dataset.shows = view.shown.map(({ slot }) => slot).join(" ");
    const named = other.querySelector("span");
    if (!(choice in story.choices)) {
      other.querySelector("input").value = choice;
      write(named, view.shown[0].machine.short);
    }
    other.hidden = choice in story.choices && other.querySelector("input").value === "";
    for (const radio of radios) radio.checked = radio.value === choice;
    root.dataset.tiles = story.table[view.setting.n].edge[store.get().index] ? "cut" : "even";
    root.dataset.precision = view.setting.precision;
    root.dataset.levels = view.setting.levels;
  }

  // The page shows the state that it was sent with; from here on, changes only.
  function show(state, changed) {
    const view = viewOf(state);
    const has = (names) => names.some((name) => changed.has(name));
    showGpu(state, view);
    theme.show(state);
    if (has(STEP)) {
      showStep(state, view);
      walk.go(view, { jump: !has(GLIDE) });
    }
    for (const showPart of parts) showPart(state, view, changed);
    figure.show(state, view, theme.scheme(state));
    // While it plays nothing is spoken: the reader has asked to watch. A pause or the
    // end says where it came to rest.
    showShare();
    showPrint(state);
    if (has(ADDRESSED)) address.changed({ passing: state.playing });
    if (has([...STEP, "playing"])) {
      // A question or measured points that brought the step speak for themselves.
      const spokenElsewhere = state.playing || has(["measured", "ask"]);
      write(live, spokenElsewhere ? "" : view.spoken);
    }
  }
  store.subscribe(show);

  function showStep(state, view) {
    say(view);
    tile.show(view, state.index);
  }

  // Whoever stands outside may move the page, too: Python does.
  root.addEventListener("set-state", ({ detail }) => {
    goTo({ ...current(), ...detail });
  });

  // A file was written at its own defaults: the address may have asked for another step.
  move(walk.here());
  showStep(store.get(), viewOf(store.get()));
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
