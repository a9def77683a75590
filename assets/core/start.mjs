// The entry: give the figure its place and the lesson its data, both of which stand in the
// page as JSON. Served or from a file, it is the same.

import { startLesson } from "./lesson.mjs";

const { story, figure } = JSON.parse(
  document.getElementById("lesson-data").textContent,
);
await window.Bokeh.embed.embed_item(figure, "figure-root");
startLesson(story);
