// Time a step in the page: from the click on "Next tile" to the task that follows the
// first frame in which the figure has been painted with the step's data.
(() => {
  const NAMES = ["trail", "drops", "marks", "tags"];
  const GIVE_UP = 10_000; // ms
  const bokeh = Bokeh.documents.find((one) => one.get_model_by_name("roofline"));
  const sources = NAMES.map((name) => bokeh.get_model_by_name(name));
  const marks = bokeh.get_model_by_name("marks");
  const view = Bokeh.index.find_one(bokeh.get_model_by_name("roofline"));
  const button = (name) => document.querySelector(`[data-control="${name}"]`);
  const repaint = view.repaint.bind(view);
  let afterPaint = () => {};
  view.repaint = () => {
    repaint();
    afterPaint();
  };

  function press(name, x) {
    return new Promise((resolve, reject) => {
      const before = sources.map((source) => source.data);
      const channel = new MessageChannel();
      let painted = false;
      afterPaint = () => {
        const fresh = sources.every((source, index) => source.data !== before[index]);
        painted ||= fresh && Math.abs(marks.data.x[0] / x - 1) < 1e-9;
      };
      const late = new Error(`no step to ${x} was painted`);
      const limit = setTimeout(() => reject(late), GIVE_UP);
      const frame = () => channel.port2.postMessage(null);
      channel.port1.onmessage = () => {
        const passed = performance.now() - began;
        if (!painted) {
          requestAnimationFrame(frame);
          return;
        }
        clearTimeout(limit);
        resolve(passed);
      };
      requestAnimationFrame(frame);
      const began = performance.now();
      button(name).click();
    });
  }

  // The time from frame to frame, of a page that does nothing.
  function beat(count) {
    return new Promise((resolve) => {
      const times = [];
      const frame = (now) => {
        times.push(now);
        if (times.length > count) resolve((now - times[0]) / count);
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }

  // What no step changes, to hand it from one page to the other: the names of the
  // lines, the regions, and the lines themselves.
  const still = ["rooflines", "labels", "edges", "regions"].map((name) =>
    bokeh.get_model_by_name(name),
  );
  const readStill = () => still.map((source) => source.data);
  const writeStill = (data) => {
    for (const [index, source] of still.entries()) source.data = data[index];
  };

  window.bench = { press, beat, readStill, writeStill };
})();
