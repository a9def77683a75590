// The names in the figure: which are written at this size, where, and how turned.

// Below this width [px] the short names are used; below this height, the ridges of the
// tensor roofs are written behind the roofs' names. How far above its line the upper
// slope is named where there is no room between the slopes [px].
const NARROW = 480;
const LOW = 300;
const LOW_AND_NARROW = 200;
const LIFT = 9;
const ALONG = 16;

// How the paper is scaled: pixels for a decade each way, and the slope's angle. A line
// of slope one rises at that angle whatever the GPU.
export function paper(figure, scene) {
  const decades = ([lo, hi]) => Math.log10(hi / lo);
  const across = figure.inner_width / decades(scene.x_range);
  const up = figure.inner_height / decades(scene.y_range);
  const narrow = figure.inner_width < NARROW;
  return {
    narrow,
    low: figure.inner_height < (narrow ? LOW_AND_NARROW : LOW),
    angle: Math.atan2(up, across),
    across,
  };
}

export function emptyLabels() {
  return {
    x: [],
    y: [],
    text: [],
    angle: [],
    dx: [],
    dy: [],
    align: [],
    baseline: [],
    color: [],
    size: [],
    style: [],
  };
}

export function addLabel(labels, label) {
  const whole = {
    angle: 0,
    dx: 0,
    dy: 0,
    align: "left",
    baseline: "alphabetic",
    size: "13px",
    style: "normal",
    ...label,
  };
  for (const name of Object.keys(labels)) labels[name].push(whole[name]);
}

// On small paper the FP32 ridges are written at the foot of their own hairlines, on
// the side where the point is not.
export function footLabels(labels, story, shown, colours, x) {
  const ridges = shown.map((gpu) => ({
    ...story.scene.gpus[gpu].ridges.fp32,
    color: colours[gpu],
  }));
  const left = x > Math.min(...ridges.map((ridge) => ridge.x));
  const edge = left ? Math.min : Math.max;
  const at = edge(...ridges.map((ridge) => ridge.x));
  for (const [row, { text, color }] of ridges.entries()) {
    addLabel(labels, {
      x: at,
      y: story.scene.y_range[0],
      text,
      dx: left ? -5 : 5,
      dy: -22 - 15 * row,
      align: left ? "right" : "left",
      color,
      size: "12px",
    });
  }
}

// The names of the lines, the ridges and the regions.
export function lineLabels(story, shown, colours, { narrow, low, angle }) {
  const { scene } = story;
  const labels = emptyLabels();
  const size = narrow ? "12px" : "13px";
  for (const [gpu, line] of Object.entries(scene.gpus)) {
    const chosen = shown.includes(gpu);
    for (const label of line.labels) {
      // Where there is little room, the GPU that is not chosen has its lines alone.
      if (!chosen && (narrow || label.along)) continue;
      const turn = label.along ? angle : 0;
      if (low && narrow && label.along) continue;
      // Between the slopes there is no room on small paper.
      const lifted = (narrow || low) && label.along && line.side === "above";
      const near = low && !label.along ? 3 : label.dy;
      const dy = lifted ? LIFT : near;
      const told = low && label.id === "tensor" && !(narrow && shown.length > 1);
      const ridge = told ? ` · ${line.ridges.bf16.text}` : "";
      // On low paper a label along the slope starts further up, or the axis cuts it.
      const along = label.along && (lifted || low) ? ALONG : 0;
      // `dy` is across the line, upwards; on the screen y grows downwards.
      addLabel(labels, {
        x: label.x,
        y: label.y,
        text: (narrow ? label.short : label.text) + ridge,
        angle: turn,
        dx: -Math.sin(turn) * dy + (label.align === "right" ? -6 : 0) + along,
        dy: -Math.cos(turn) * dy - along * Math.tan(turn),
        align: label.align,
        baseline: dy > 0 ? "bottom" : "top",
        color: colours[gpu],
        size: label.along ? "12px" : size,
        style: chosen && label.id === "roof" ? "bold" : "normal",
      });
    }
    if (!chosen) continue;
    const { fp32, bf16 } = line.ridges;
    const color = colours[gpu];
    // The upper tensor ridge has free paper above it, the lower one below.
    if (!low) {
      addLabel(
        labels,
        line.side === "above"
          ? { ...bf16, dx: -14, dy: 14 * Math.tan(angle) - 4, align: "right", color, size }
          : { ...bf16, dx: 4, dy: 7, baseline: "top", color, size },
      );
    }
    // On small paper the point would cover the FP32 ridge's value: see `footLabels`.
    if (!narrow && !low) {
      const [dx, align] = line.side === "above" ? [3, "left"] : [0, "center"];
      addLabel(labels, { ...fp32, dx, dy: 8, align, baseline: "top", color, size });
    }
  }
  const corners = shown.map((gpu) => scene.gpus[gpu].ridges.fp32.x);
  // Memory at the top of its region and compute at the foot of its own: the other two
  // corners belong to the lines.
  addLabel(labels, {
    x: Math.min(...corners),
    y: scene.y_range[1],
    dx: narrow ? -6 : -10,
    dy: 6,
    baseline: "top",
    text: scene.regions.memory,
    align: "right",
    color: colours.memory,
    size,
  });
  addLabel(labels, {
    x: scene.x_range[1],
    y: scene.y_range[0],
    dx: narrow ? -6 : -10,
    dy: low ? -8 : narrow ? -62 : -42,
    text: scene.regions.compute,
    align: "right",
    color: colours.compute,
    size,
  });
  return labels;
}
