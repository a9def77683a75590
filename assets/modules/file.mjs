// The entry of the exported file: it does what a server's page gets from Panel, hand the
// lesson its data and the figure its place.

import { render } from "./lesson.mjs";

const { lesson, figure } = JSON.parse(
  document.getElementById("lesson-data").textContent,
);
await window.Bokeh.embed.embed_item(figure, "figure-root");
render({ model: { ...lesson, on() {} } });
