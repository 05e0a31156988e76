
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  const data = JSON.parse(byId("data").textContent);
  const canvas = byId("timeline");
  const holder = byId("stage");
  const tip = byId("tip");
  const details = byId("details");
  const batchField = byId("batch");
  const context = canvas.getContext("2d");

  const HUES = data.looks[0].fills.length;
  const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif';
  // Backward, the largest part, at the bottom of a lane of merged jobs.
  const STACKED = [1, 2, 0, 3];
  const [FORWARD, BACKWARD, WEIGHT, OPTIMIZER] = [0, 1, 2, 3];
  const LEFT = 52;
  const TOP = 30;
  const BOTTOM = 6;

  /* ---- data ------------------------------------------------------------------------------- */

  // See PageData.java for the encoding.
  function decode(stage, number) {
    const text = atob(stage.jobs);
    const count = stage.count;
    const starts = new Float64Array(count);
    const types = stage.types.length > 65536 ? new Int32Array(count) : new Uint16Array(count);
    const batches = new Int32Array(count);
    const nextBatches = new Array(stage.types.length).fill(0);
    const decoded = stage.types.map(([name, look, chunk, duration, change, needs]) => ({
      name, look, chunk, duration, change, needs, hue: chunk < 0 ? 0 : chunk % HUES,
    }));
    let position = 0;
    const next = () => {
      let value = 0;
      let factor = 1;
      for (;;) {
        const byte = text.charCodeAt(position++);
        value += (byte & 127) * factor;
        if (byte < 128) return value;
        factor *= 128;
      }
    };
    let free = 0;
    for (let i = 0; i < count; i++) {
      const start = free + next();
      const type = next();
      const step = next();
      starts[i] = start;
      types[i] = type;
      batches[i] = nextBatches[type] + (step % 2 ? -(step + 1) / 2 : step / 2);
      nextBatches[type] = batches[i] + 1;
      free = start + decoded[type].duration;
    }
    return {
      number, count, starts, batches, typeOf: types, types: decoded,
      bubble: stage.bubble, peak: stage.peak, phaseEnds: stage.phaseEnds,
      wait: stage.wait, waitFor: stage.waitFor, free,
      exceptions: new Map(stage.needs.map(([index, ...rest]) => [index, rest])),
      places: null, curve: null,
    };
  }

  const stages = data.stages.map(decode);
  const isHung = stages.some((stage) => stage.wait);
  const end = Math.max(data.makespan, 1) * (isHung ? 1.16 : 1);
  let shortest = Infinity;
  for (const stage of stages) {
    for (const type of stage.types) {
      if (type.duration > 0) shortest = Math.min(shortest, type.duration);
    }
  }
  if (shortest === Infinity) shortest = 1;

  const typeAt = (s, i) => stages[s].types[stages[s].typeOf[i]];
  const startOf = (s, i) => stages[s].starts[i];
  const endOf = (s, i) => stages[s].starts[i] + typeAt(s, i).duration;
  const nameOf = (s, i) => `${typeAt(s, i).name}:${stages[s].batches[i]}`;
  const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];

  function phaseOf(s, i) {
    const phase = stages[s].phaseEnds.findIndex((phaseEnd) => i < phaseEnd);
    return data.phases[phase];
  }

  // The first job of each name and micro-batch; made when first asked for.
  function find(s, name, batch) {
    const stage = stages[s];
    if (!stage.places) {
      stage.places = new Map();
      for (let i = stage.count - 1; i >= 0; i--) {
        const own = stage.types[stage.typeOf[i]].name;
        let places = stage.places.get(own);
        if (!places) stage.places.set(own, (places = new Map()));
        places.set(stage.batches[i], i);
      }
    }
    const places = stage.places.get(name);
    const index = places && places.get(batch);
    return index === undefined ? null : [s, index];
  }

  function needsOf(s, i) {
    const needs = [];
    const exception = stages[s].exceptions.get(i);
    if (exception) {
      for (let k = 0; k < exception.length; k += 2) needs.push([exception[k], exception[k + 1]]);
      return needs;
    }
    const own = typeAt(s, i).needs;
    for (let k = 0; k < own.length; k += 2) {
      const need = find(own[k], own[k + 1], stages[s].batches[i]);
      if (need) needs.push(need);
    }
    return needs;
  }

  // What was asked for last is asked for again: it takes a look at every job.
  let lastBatch = { number: null, jobs: [] };

  // All jobs of a micro-batch, by start; the optimizer serves all of them and is none of theirs.
  function jobsOfBatch(batch) {
    if (lastBatch.number === batch) return lastBatch.jobs;
    const jobs = [];
    for (let s = 0; s < stages.length; s++) {
      const { batches, count } = stages[s];
      for (let i = 0; i < count; i++) {
        if (batches[i] === batch && typeAt(s, i).look !== OPTIMIZER) jobs.push([s, i]);
      }
    }
    jobs.sort((a, b) => startOf(...a) - startOf(...b) || endOf(...a) - endOf(...b));
    lastBatch = { number: batch, jobs };
    return jobs;
  }

  function neededBy(s, i) {
    const users = [];
    for (const job of jobsOfBatch(stages[s].batches[i])) {
      if (needsOf(...job).some((need) => same(need, [s, i]))) users.push(job);
    }
    return users;
  }

  // Live activations: the times at which they change and their size from then on.
  function curveOf(s) {
    const stage = stages[s];
    if (stage.curve) return stage.curve;
    const times = [0];
    const sizes = [0];
    let size = 0;
    let most = 0;
    for (let i = 0; i < stage.count; i++) {
      const type = stage.types[stage.typeOf[i]];
      if (type.change === 0) continue;
      size += type.change;
      times.push(type.change > 0 ? stage.starts[i] : stage.starts[i] + type.duration);
      sizes.push(size);
      most = Math.max(most, size);
    }
    stage.curve = { times: Float64Array.from(times), sizes: Float64Array.from(sizes), most };
    return stage.curve;
  }

  // The first index whose value is above a bound, in an ascending array.
  function firstAbove(values, bound) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] > bound) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /* ---- words ------------------------------------------------------------------------------ */

  const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

  function shortNumber(value) {
    return String(Number(value.toPrecision(12)));
  }

  function timeText(time) {
    if (!data.nanos) return shortNumber(time);
    const nanos = time * data.nanos;
    if (nanos === 0) return "0";
    const [size, name] = UNITS.find(([unit]) => Math.abs(nanos) >= unit) || UNITS[3];
    return `${shortNumber(nanos / size)} ${name}`;
  }

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function describe(s, i) {
    const type = typeAt(s, i);
    const parts = [`stage ${s}`];
    if (type.chunk >= 0) parts.push(`chunk ${type.chunk}`, `micro-batch ${stages[s].batches[i]}`);
    parts.push(phaseOf(s, i));
    return parts.join(" · ");
  }

  function when(s, i) {
    const duration = typeAt(s, i).duration;
    return duration === 0
      ? `at ${timeText(startOf(s, i))}, takes no time`
      : `${timeText(startOf(s, i))} to ${timeText(endOf(s, i))}, takes ${timeText(duration)}`;
  }

  /* ---- view ------------------------------------------------------------------------------- */

  const view = { from: 0, scale: 1, scroll: 0 };
  let width = 0;
  let height = 0;
  let ratio = 1;
  let right = 110;
  // Where there is room, the curves are shown from the start.
  let memory = stages.length <= 12;
  let mode = "needs";
  let hovered = null;
  let hoveredLinks = null;
  let hoveredWait = -1;
  let selected = null;
  let batch = null;
  let highlight = null;
  let isFitted = true;
  let colours = {};

  const plot = () => Math.max(50, width - LEFT - right);
  const fitScale = () => plot() / end;
  const x = (time) => LEFT + (time - view.from) * view.scale;
  const timeAt = (px) => view.from + (px - LEFT) / view.scale;

  function lanes() {
    const room = height - TOP - BOTTOM;
    const least = memory ? 34 : 8;
    const most = memory ? 92 : 62;
    const pitch = Math.max(least, Math.min(most, room / stages.length));
    const gap = pitch > 30 ? 7 : pitch > 16 ? 4 : pitch > 9 ? 2 : 1;
    const curve = memory ? Math.round((pitch - gap) * 0.42) : 0;
    return { pitch, box: Math.max(3, Math.floor(pitch - gap - curve)), curve };
  }

  function settle() {
    const least = fitScale();
    const most = Math.max(least, 260 / shortest);
    view.scale = Math.min(most, Math.max(least, view.scale));
    view.from = Math.min(end - plot() / view.scale, Math.max(0, view.from));
    view.from = Math.max(0, view.from);
    const overflow = lanes().pitch * stages.length - (height - TOP - BOTTOM);
    view.scroll = Math.max(0, Math.min(overflow, view.scroll));
    isFitted = view.scale <= least * 1.000001;
    draw();
  }

  function fit() {
    view.scale = fitScale();
    view.from = 0;
    view.scroll = 0;
    settle();
  }

  function zoom(factor, px = LEFT + plot() / 2) {
    const time = timeAt(px);
    const least = fitScale();
    view.scale = Math.min(Math.max(least, 260 / shortest), Math.max(least, view.scale * factor));
    view.from = time - (px - LEFT) / view.scale;
    settle();
  }

  function pan(dx, dy) {
    view.from += dx / view.scale;
    view.scroll += dy;
    settle();
  }

  function reveal([s, i]) {
    const from = startOf(s, i);
    const to = endOf(s, i);
    const span = plot() / view.scale;
    if (to < view.from || from > view.from + span) view.from = (from + to - span) / 2;
    const { pitch } = lanes();
    const room = height - TOP - BOTTOM;
    if (s * pitch < view.scroll) view.scroll = s * pitch;
    if ((s + 1) * pitch > view.scroll + room) view.scroll = (s + 1) * pitch - room;
    settle();
  }

  /* ---- drawing ---------------------------------------------------------------------------- */

  let frame = 0;

  function draw() {
    if (!frame) frame = requestAnimationFrame(render);
  }

  function readColours() {
    const style = getComputedStyle(root);
    for (const name of ["paper", "ink", "soft", "line", "lane", "accent", "alert", "shade"]) {
      colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
    draw();
  }

  function render() {
    frame = 0;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, width, height);
    const geometry = lanes();
    const first = Math.max(0, Math.floor(view.scroll / geometry.pitch));
    const last = Math.min(
      stages.length - 1, Math.floor((view.scroll + height - TOP) / geometry.pitch));
    drawLanes(first, last, geometry);
    drawGrid(first, last, geometry);
    context.save();
    context.beginPath();
    context.rect(LEFT, TOP - 2, plot(), height - TOP + 2);
    context.clip();
    for (let s = first; s <= last; s++) drawStage(s, geometry);
    if (memory) for (let s = first; s <= last; s++) drawCurve(s, geometry);
    drawHighlight(first, last, geometry);
    context.restore();
    drawHead();
    // What is to be seen, for scripts that look at the page from outside.
    canvas.dataset.view = JSON.stringify({
      from: timeAt(LEFT),
      to: timeAt(LEFT + plot()),
      left: LEFT,
      right: LEFT + plot(),
      top: laneTop(0, geometry),
      pitch: geometry.pitch,
      box: geometry.box,
      hovered: hovered ? `${nameOf(...hovered)}@${hovered[0]}` : "",
      selected: selected ? `${nameOf(...selected)}@${selected[0]}` : "",
      highlighted: highlight ? highlight.jobs.length : 0,
      memory,
    });
  }

  const laneTop = (s, geometry) => TOP + Math.round(s * geometry.pitch - view.scroll);

  function drawLanes(first, last, geometry) {
    const size = Math.max(8, Math.min(13, geometry.box - 1));
    context.textBaseline = "middle";
    const every = geometry.pitch < 10 ? Math.ceil(10 / geometry.pitch) : 1;
    for (let s = first; s <= last; s++) {
      const top = laneTop(s, geometry);
      context.fillStyle = colours.lane;
      context.fillRect(LEFT, top, Math.min(plot(), x(data.makespan) - LEFT), geometry.box);
      if (s % every) continue;
      const middle = top + geometry.box / 2 + 0.5;
      context.fillStyle = colours.ink;
      context.font = `600 ${size}px ${FONT}`;
      context.textAlign = "right";
      context.fillText(s, LEFT - 10, middle);
      context.font = `${size}px ${FONT}`;
      context.fillText(stages[s].bubble, LEFT + plot() + 56, middle);
      context.fillText(stages[s].peak, width - 4, middle);
    }
  }

  function step(atMost) {
    const rough = plot() / view.scale / atMost;
    const power = 10 ** Math.floor(Math.log10(rough));
    const found = [1, 2, 5, 10].find((digit) => digit * power >= rough) * power;
    return data.nanos || found >= 1 ? found : 1;
  }

  function drawGrid(first, last, geometry) {
    const below = Math.min(height, laneTop(last, geometry) + geometry.box + geometry.curve + 3);
    const apart = step(Math.max(2, plot() / 110));
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let mark = Math.ceil(view.from / apart); ; mark++) {
      const px = Math.round(x(mark * apart)) + 0.5;
      if (px > LEFT + plot() + 1 || mark * apart > data.makespan) break;
      context.moveTo(px, TOP - 5);
      context.lineTo(px, below);
    }
    context.stroke();
  }

  function drawHead() {
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, width, TOP - 5);
    context.fillStyle = colours.soft;
    context.font = `11px ${FONT}`;
    context.textBaseline = "alphabetic";
    context.textAlign = "right";
    context.fillText("stage", LEFT - 10, 17);
    context.fillText("bubble", LEFT + plot() + 56, 17);
    context.fillText("peak", width - 4, 17);
    const apart = step(Math.max(2, plot() / 110));
    context.textAlign = "center";
    for (let mark = Math.ceil(view.from / apart); ; mark++) {
      const time = mark * apart;
      const px = x(time);
      if (px > LEFT + plot() + 1 || time > data.makespan) break;
      context.textAlign = px < LEFT + 12 ? "left" : px > LEFT + plot() - 12 ? "right" : "center";
      context.fillText(timeText(time), px, 17);
    }
  }

  function visible(s) {
    const { starts } = stages[s];
    const from = Math.max(0, firstAbove(starts, view.from) - 1);
    const to = firstAbove(starts, timeAt(LEFT + plot()));
    // Jobs without duration may share their start with the one before them.
    let low = from;
    while (low > 0 && endOf(s, low - 1) > view.from) low--;
    return [low, to];
  }

  function drawStage(s, geometry) {
    const [from, to] = visible(s);
    const top = laneTop(s, geometry);
    if (to - from > plot() * 0.7) drawMerged(s, from, to, top, geometry.box);
    else {
      for (let i = from; i < to; i++) drawJob(s, i, top, geometry.box);
      if (showsInstants(geometry, to - from)) {
        for (let i = from; i < to; i++) drawInstant(s, i, top, geometry.box);
      }
    }
    if (stages[s].wait) drawWait(s, top, geometry.box);
  }

  function hatch(px, py, boxWidth, boxHeight, style) {
    context.save();
    context.beginPath();
    context.rect(px, py, boxWidth, boxHeight);
    context.clip();
    context.strokeStyle = style;
    context.lineWidth = 1.3;
    context.beginPath();
    const left = Math.max(px, LEFT - 8);
    const until = Math.min(px + boxWidth, LEFT + plot() + 8) + boxHeight;
    for (let k = Math.floor(left / 7) * 7; k < until; k += 7) {
      context.moveTo(k, py);
      context.lineTo(k - boxHeight, py + boxHeight);
    }
    context.stroke();
    context.restore();
  }

  function drawJob(s, i, top, boxHeight) {
    const type = typeAt(s, i);
    if (type.duration === 0) return;
    const px = x(stages[s].starts[i]);
    const full = type.duration * view.scale;
    const boxWidth = Math.max(0.6, full - (full > 6 ? 1 : full > 2 ? 0.4 : 0));
    const look = data.looks[type.look];
    context.fillStyle = look.fills[type.hue];
    context.fillRect(px, top, boxWidth, boxHeight);
    if (type.look === WEIGHT && full > 5) {
      hatch(px, top, boxWidth, boxHeight, "rgba(255,255,255,0.34)");
    }
    label(s, i, type, look, px, boxWidth, top, boxHeight);
  }

  function label(s, i, type, look, px, boxWidth, top, boxHeight) {
    if (boxHeight < 10 || boxWidth < 9) return;
    const size = Math.min(13, boxHeight - 2);
    const number = type.look === OPTIMIZER ? "opt" : String(stages[s].batches[i]);
    // Labels stay in sight while their box is partly outside.
    const low = Math.max(px, LEFT);
    const room = Math.min(px + boxWidth, LEFT + plot()) - low;
    if (number.length * size * 0.58 + 2 > room) return;
    const middle = low + room / 2;
    context.fillStyle = look.ink;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `600 ${size}px ${FONT}`;
    if (room > 84 && type.chunk >= 0) {
      context.fillText(nameOf(s, i), middle, top + boxHeight / 2 + 1, room - 6);
    } else if (data.chunks > 1 && boxHeight >= 26 && type.chunk >= 0) {
      context.fillText(number, middle, top + boxHeight / 2 - 4);
      context.font = `9px ${FONT}`;
      context.fillText(type.chunk, middle, top + boxHeight / 2 + 9);
    } else {
      context.fillText(number, middle, top + boxHeight / 2 + 1);
    }
  }

  const showsInstants = (geometry, inView) => geometry.box >= 18 && inView < plot() / 18;

  // Jobs without duration: receives hang from the upper edge, sends stand on the lower one.
  function drawInstant(s, i, top, boxHeight) {
    const type = typeAt(s, i);
    if (type.duration > 0 || type.look === OPTIMIZER) return;
    const px = x(stages[s].starts[i]);
    const isReceive = type.look === FORWARD;
    const edge = isReceive ? top : top + boxHeight;
    const tipY = isReceive ? edge + 6 : edge - 6;
    context.fillStyle = colours.ink;
    context.strokeStyle = colours.paper;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(px - 5, edge);
    context.lineTo(px + 5, edge);
    context.lineTo(px, tipY);
    context.closePath();
    context.fill();
    context.stroke();
  }

  const wordOf = new Map();

  // A colour as the pixel that an image holds, whatever the byte order.
  function pixelOf(colour) {
    let word = wordOf.get(colour);
    if (word === undefined) {
      const bytes = new Uint8Array(4);
      for (let k = 0; k < 3; k++) bytes[k] = parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
      bytes[3] = 255;
      word = new Uint32Array(bytes.buffer)[0];
      wordOf.set(colour, word);
    }
    return word;
  }

  // Many jobs a pixel: in each column the parts of time of each look, stacked, in the colour that
  // most of them have. Written pixel by pixel, which is far faster than as many rectangles.
  function drawMerged(s, from, to, top, boxHeight) {
    const stage = stages[s];
    const columns = Math.round(plot() * ratio);
    const rows = Math.max(1, Math.round(boxHeight * ratio));
    const image = context.createImageData(columns, rows);
    const words = new Uint32Array(image.data.buffer);
    const scale = view.scale * ratio;
    const kinds = STACKED.length * HUES;
    const busy = new Float64Array(kinds);
    words.fill(pixelOf(colours.lane));
    let column = 0;
    const paint = () => {
      let below = rows;
      for (const look of STACKED) {
        let sum = 0;
        let most = look * HUES;
        for (let kind = look * HUES; kind < (look + 1) * HUES; kind++) {
          sum += busy[kind];
          if (busy[kind] > busy[most]) most = kind;
        }
        if (sum === 0) continue;
        const above = Math.max(0, Math.round(below - sum * rows));
        const word = pixelOf(data.looks[look].fills[most % HUES]);
        for (let row = above; row < below; row++) words[row * columns + column] = word;
        below = above;
      }
      busy.fill(0);
    };
    for (let i = from; i < to; i++) {
      const type = stage.types[stage.typeOf[i]];
      if (type.duration === 0) continue;
      const kind = type.look * HUES + type.hue;
      let left = Math.max(0, (stage.starts[i] - view.from) * scale);
      const until = Math.min(columns, left + type.duration * scale);
      while (left < until) {
        const here = Math.floor(left);
        if (here !== column) {
          paint();
          column = here;
        }
        const cut = Math.min(until, here + 1);
        busy[kind] += cut - left;
        left = cut;
      }
    }
    paint();
    // Images ignore transforms and clips; rows above the axis are painted over by it.
    context.putImageData(image, Math.round(LEFT * ratio), Math.round(top * ratio));
  }

  function drawWait(s, top, boxHeight) {
    const px = Math.max(x(stages[s].free) + 1, LEFT);
    const boxWidth = LEFT + plot() - px;
    if (boxWidth <= 0) return;
    context.fillStyle = data.waiting;
    context.fillRect(px, top, boxWidth, boxHeight);
    if (boxHeight > 8) hatch(px, top, boxWidth, boxHeight, "rgba(255,255,255,0.3)");
    const size = Math.min(12, boxHeight - 2);
    if (size < 8) return;
    context.font = `600 ${size}px ${FONT}`;
    const text = stages[s].wait;
    const textWidth = context.measureText(text).width;
    if (textWidth + 12 > boxWidth) return;
    context.fillStyle = data.waiting;
    context.fillRect(px + 4, top + boxHeight / 2 - size * 0.75, textWidth + 8, size * 1.5);
    context.fillStyle = "#ffffff";
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text, px + 8, top + boxHeight / 2 + 0.5);
  }

  function drawCurve(s, geometry) {
    const { times, sizes } = curveOf(s);
    const most = Math.max(1, ...stages.map((_, k) => curveOf(k).most));
    const base = laneTop(s, geometry) + geometry.box + geometry.curve;
    const scale = (geometry.curve - 3) / most;
    const to = firstAbove(times, timeAt(LEFT + plot()));
    let k = Math.max(0, firstAbove(times, view.from) - 1);
    context.beginPath();
    context.moveTo(LEFT, base);
    let level = base - sizes[k] * scale;
    context.lineTo(LEFT, level);
    let column = LEFT;
    for (k++; k < to; k++) {
      const px = x(times[k]);
      const next = base - sizes[k] * scale;
      if (px - column < 0.5) {
        // Several changes in a pixel: the highest is what memory has to hold.
        level = Math.min(level, next);
        if (k + 1 < to && x(times[k + 1]) - column < 0.5) continue;
        context.lineTo(column, level);
        level = next;
        context.lineTo(px, level);
      } else {
        context.lineTo(px, level);
        context.lineTo(px, next);
        level = next;
        column = px;
      }
    }
    const stop = Math.min(LEFT + plot(), x(data.makespan));
    context.lineTo(stop, level);
    context.lineTo(stop, base);
    context.closePath();
    context.globalAlpha = 0.28;
    context.fillStyle = colours.accent;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = colours.accent;
    context.lineWidth = 1;
    context.stroke();
  }

  function drawHighlight(first, last, geometry) {
    if (highlight) {
      context.fillStyle = colours.shade;
      for (let s = first; s <= last; s++) {
        context.fillRect(LEFT, laneTop(s, geometry), plot(), geometry.box);
      }
      const least = 2;
      for (const [s, i] of highlight.jobs) {
        const px = x(startOf(s, i));
        const boxWidth = Math.max(least, typeAt(s, i).duration * view.scale - 1);
        if (s < first || s > last || px > LEFT + plot() || px + boxWidth < LEFT) continue;
        const top = laneTop(s, geometry);
        if (typeAt(s, i).duration > 0 && boxWidth <= least) {
          context.fillStyle = data.looks[typeAt(s, i).look].fills[typeAt(s, i).hue];
          context.fillRect(px, top, boxWidth, geometry.box);
        } else {
          drawJob(s, i, top, geometry.box);
        }
      }
      drawLinks(highlight, geometry);
    } else if (hovered) {
      const links = hoveredLinks || (hoveredLinks = linksOf(hovered));
      for (const job of links.jobs) outline(job, colours.ink, 1.2, geometry);
      drawLinks(links, geometry);
    }
    if (hovered) outline(hovered, colours.ink, 2, geometry);
    if (selected) outline(selected, colours.accent, 3, geometry);
  }

  function outline([s, i], colour, thickness, geometry) {
    const boxWidth = Math.max(3, typeAt(s, i).duration * view.scale - 1);
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    const px = x(startOf(s, i)) - (typeAt(s, i).duration === 0 ? 1.5 : 0);
    context.strokeRect(px, laneTop(s, geometry), boxWidth, geometry.box);
  }

  function drawLinks({ links }, geometry) {
    const middle = (s) => laneTop(s, geometry) + geometry.box / 2;
    // Where arrows would cover what they point at, thin lines have to do.
    const isFine = geometry.pitch < 16;
    const trace = () => {
      context.beginPath();
      for (const [from, to] of links) {
        const x1 = x(endOf(...from));
        const x2 = x(startOf(...to));
        const y1 = middle(from[0]);
        const y2 = middle(to[0]);
        const bend = isFine ? 0 : Math.max(10, Math.min(60, Math.abs(x2 - x1) / 2));
        context.moveTo(x1, y1);
        context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
      }
      context.stroke();
    };
    context.lineWidth = isFine ? 2.6 : 4;
    context.strokeStyle = colours.paper;
    trace();
    context.lineWidth = isFine ? 1.2 : 1.8;
    context.strokeStyle = colours.ink;
    trace();
    if (isFine && links.length > 8) return;
    context.fillStyle = colours.ink;
    for (const [, to] of links) {
      const px = x(startOf(...to));
      const py = middle(to[0]);
      context.beginPath();
      context.moveTo(px + 1, py);
      context.lineTo(px - 7, py - 4);
      context.lineTo(px - 7, py + 4);
      context.closePath();
      context.fill();
    }
  }

  /* ---- highlight -------------------------------------------------------------------------- */

  // A job with those it waits for and those that wait for it, through jobs that take no time.
  function linksOf(job) {
    const jobs = [job];
    const links = [];
    const follow = (from, isBack, depth) => {
      for (const other of isBack ? needsOf(...from) : neededBy(...from)) {
        links.push(isBack ? [other, from] : [from, other]);
        jobs.push(other);
        if (typeAt(...other).duration === 0 && depth < 4) follow(other, isBack, depth + 1);
      }
    };
    follow(job, true, 0);
    follow(job, false, 0);
    return { jobs, links };
  }

  function wayOf(number) {
    const jobs = jobsOfBatch(number);
    const stops = jobs.filter(
      (job) => typeAt(...job).duration > 0 && typeAt(...job).look !== WEIGHT);
    const links = [];
    for (let k = 1; k < stops.length; k++) links.push([stops[k - 1], stops[k]]);
    return { jobs, links };
  }

  function refresh() {
    highlight = null;
    if (mode === "batch" && batch !== null) highlight = wayOf(batch);
    else if (selected) highlight = linksOf(selected);
    byId("mode-needs").setAttribute("aria-pressed", mode === "needs");
    byId("mode-batch").setAttribute("aria-pressed", mode === "batch");
    showDetails();
    draw();
  }

  function select(job) {
    selected = job;
    if (job && typeAt(...job).look !== OPTIMIZER) {
      batch = stages[job[0]].batches[job[1]];
      batchField.value = batch;
    } else if (!job) {
      batch = null;
      batchField.value = "";
    }
    refresh();
  }

  function setMode(next) {
    mode = next;
    if (mode === "batch" && batch === null && hovered) batch = stages[hovered[0]].batches[hovered[1]];
    refresh();
  }

  function chips(title, jobs, atMost = 12) {
    const line = element("p", undefined, "jobs");
    line.append(element("span", `${title}: `, "note"));
    if (!jobs.length) line.append("nothing");
    for (const job of jobs.slice(0, atMost)) {
      const chip = element("button", `${nameOf(...job)}, stage ${job[0]}`);
      chip.type = "button";
      chip.addEventListener("click", () => {
        select(job);
        reveal(job);
      });
      line.append(chip);
    }
    if (jobs.length > atMost) line.append(element("span", ` and ${jobs.length - atMost} more`, "note"));
    return line;
  }

  function showDetails() {
    details.replaceChildren();
    if (selected) {
      const head = element("p");
      head.append(element("b", nameOf(...selected)), `  ${describe(...selected)} · ${when(...selected)}`);
      details.append(head, chips("Waits for", needsOf(...selected)), chips("Needed by", neededBy(...selected)));
    } else if (mode === "batch" && batch !== null) {
      const jobs = highlight.jobs;
      const head = element("p");
      head.append(element("b", `Micro-batch ${batch}`));
      if (jobs.length) {
        head.append(`  ${jobs.length} jobs, from ${timeText(startOf(...jobs[0]))} to `
          + timeText(Math.max(...jobs.map((job) => endOf(...job)))));
      } else {
        head.append("  has no jobs here");
      }
      details.append(head);
    } else {
      details.append(element("p", "Point at a job for its details; click to keep them.", "hint"));
    }
  }

  /* ---- pointing --------------------------------------------------------------------------- */

  function stageAt(py) {
    const geometry = lanes();
    const s = Math.floor((py - TOP + view.scroll) / geometry.pitch);
    const inLane = py - laneTop(s, geometry);
    return s >= 0 && s < stages.length && py >= TOP && inLane <= geometry.pitch ? s : -1;
  }

  function jobAt(px, py) {
    const s = stageAt(py);
    if (s < 0 || px < LEFT || px > LEFT + plot()) return null;
    const time = timeAt(px);
    const { starts, count } = stages[s];
    const geometry = lanes();
    const [from, to] = visible(s);
    const inLane = py - laneTop(s, geometry);
    const above = firstAbove(starts, time);
    if (showsInstants(geometry, to - from)) {
      // The small triangles of jobs without duration.
      for (let i = Math.max(0, above - 4); i < Math.min(count, above + 4); i++) {
        const type = typeAt(s, i);
        const isNear = Math.abs(x(starts[i]) - px) <= 5;
        const isEdge = type.look === FORWARD ? inLane <= 7 : inLane >= geometry.box - 7;
        if (type.duration === 0 && type.look !== OPTIMIZER && isNear && isEdge) return [s, i];
      }
    }
    for (let i = above - 1; i >= 0 && i > above - 6; i--) {
      if (typeAt(s, i).duration > 0) return time < endOf(s, i) ? [s, i] : null;
    }
    return null;
  }

  function showTip(px, py) {
    const waiting = hoveredWait >= 0 ? stages[hoveredWait] : null;
    if (!hovered && !waiting) {
      tip.hidden = true;
      return;
    }
    tip.replaceChildren();
    if (hovered) {
      tip.append(element("b", nameOf(...hovered)));
      tip.append(element("div", describe(...hovered)), element("div", when(...hovered)));
      const needs = needsOf(...hovered);
      const names = needs.map((need) => `${nameOf(...need)} (stage ${need[0]})`).join(", ");
      tip.append(element("div", `waits for ${names || "nothing"}`, "note"));
    } else {
      tip.append(element("b", `${waiting.wait} waits for ever`), element("div", waiting.waitFor));
    }
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    const left = px + 16 + box.width > width ? Math.max(0, px - box.width - 12) : px + 16;
    const top = py + 18 + box.height > height ? Math.max(0, py - box.height - 12) : py + 18;
    tip.style.transform = `translate(${left}px, ${top}px)`;
  }

  function hover(px, py) {
    const job = jobAt(px, py);
    const s = stageAt(py);
    const time = timeAt(px);
    hoveredWait =
      !job && s >= 0 && stages[s].wait && time >= stages[s].free && px <= LEFT + plot() ? s : -1;
    const isNew = !same(job, hovered) && (job || hovered);
    if (isNew) hoveredLinks = null;
    hovered = job;
    showTip(px, py);
    if (isNew) draw();
  }

  function leave() {
    hoveredWait = -1;
    tip.hidden = true;
    if (hovered) {
      hovered = null;
      draw();
    }
  }

  const pointers = new Map();
  let moved = 0;

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (pointers.size === 1) moved = 0;
    if (event.pointerType !== "mouse") leave();
  });

  canvas.addEventListener("pointermove", (event) => {
    const here = [event.offsetX, event.offsetY];
    const before = pointers.get(event.pointerId);
    if (!before) {
      hover(...here);
      return;
    }
    if (pointers.size === 1) {
      const dx = before[0] - here[0];
      const dy = before[1] - here[1];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 4) {
        canvas.classList.add("dragging");
        leave();
        pan(dx, dy);
      }
    } else {
      moved = Infinity;
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = (a, b) => Math.max(8, Math.hypot(a[0] - b[0], a[1] - b[1]));
      const middle = (here[0] + other[0]) / 2;
      const middleBefore = (before[0] + other[0]) / 2;
      view.from -= (middle - middleBefore) / view.scale;
      zoom(apart(here, other) / apart(before, other), middle);
    }
    pointers.set(event.pointerId, here);
  });

  const release = (event) => {
    const wasDown = pointers.delete(event.pointerId);
    if (pointers.size === 0) canvas.classList.remove("dragging");
    if (wasDown && event.type === "pointerup" && moved <= 4) {
      select(jobAt(event.offsetX, event.offsetY));
    }
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", leave);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? height : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      pan((event.deltaX || event.deltaY) * unit, 0);
    } else {
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      zoom(Math.exp(-event.deltaY * unit * speed), event.offsetX);
    }
    hover(event.offsetX, event.offsetY);
  }, { passive: false });

  canvas.addEventListener("dblclick", (event) => zoom(2, event.offsetX));

  /* ---- keys ------------------------------------------------------------------------------- */

  function jobNear(s, time) {
    const above = firstAbove(stages[s].starts, time);
    for (let i = above - 1; i >= 0; i--) if (typeAt(s, i).duration > 0) return [s, i];
    for (let i = above; i < stages[s].count; i++) if (typeAt(s, i).duration > 0) return [s, i];
    return null;
  }

  function go(job) {
    if (!job) return;
    select(job);
    reveal(job);
  }

  function selectInView() {
    const { pitch } = lanes();
    const room = Math.min(stages.length * pitch, height - TOP);
    const s = Math.min(stages.length - 1, Math.floor((view.scroll + room / 2) / pitch));
    go(hovered || jobNear(s, view.from + plot() / view.scale / 2));
  }

  function along(direction) {
    if (!selected) return selectInView();
    const [s, from] = selected;
    for (let i = from + direction; i >= 0 && i < stages[s].count; i += direction) {
      if (typeAt(s, i).duration > 0) return go([s, i]);
    }
    return undefined;
  }

  function across(direction) {
    if (!selected) return selectInView();
    const s = selected[0] + direction;
    if (s < 0 || s >= stages.length) return undefined;
    return go(jobNear(s, (startOf(...selected) + endOf(...selected)) / 2));
  }

  const KEYS = {
    "+": () => zoom(1.5),
    "=": () => zoom(1.5),
    "-": () => zoom(1 / 1.5),
    "_": () => zoom(1 / 1.5),
    "0": fit,
    Home: fit,
    ArrowLeft: () => pan(-plot() / 8, 0),
    ArrowRight: () => pan(plot() / 8, 0),
    ArrowUp: () => pan(0, -lanes().pitch * 2),
    ArrowDown: () => pan(0, lanes().pitch * 2),
    PageUp: () => pan(-plot() * 0.9, 0),
    PageDown: () => pan(plot() * 0.9, 0),
    Enter: selectInView,
    " ": selectInView,
    ",": () => along(-1),
    ".": () => along(1),
    k: () => across(-1),
    j: () => across(1),
    d: () => setMode("needs"),
    m: () => setMode("batch"),
    c: toggleMemory,
    t: nextTheme,
    "?": toggleKeys,
    Escape: () => select(null),
  };

  canvas.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    tip.hidden = true;
    action();
  });

  /* ---- controls --------------------------------------------------------------------------- */

  function toggleMemory() {
    memory = !memory;
    byId("memory").setAttribute("aria-pressed", memory);
    settle();
  }

  function toggleKeys() {
    const keys = byId("keys");
    keys.hidden = !keys.hidden;
    byId("help").setAttribute("aria-expanded", !keys.hidden);
  }

  const isDark = () =>
    root.dataset.theme === "dark"
    || (root.dataset.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);

  function nextTheme() {
    root.dataset.theme = isDark() ? "light" : "dark";
    readColours();
  }

  byId("zoom-in").addEventListener("click", () => zoom(1.5));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
  byId("fit").addEventListener("click", fit);
  byId("mode-needs").addEventListener("click", () => setMode("needs"));
  byId("mode-batch").addEventListener("click", () => setMode("batch"));
  byId("memory").addEventListener("click", toggleMemory);
  byId("theme").addEventListener("click", nextTheme);
  byId("help").addEventListener("click", toggleKeys);
  batchField.addEventListener("input", () => {
    const number = batchField.value === "" ? null : Number(batchField.value);
    selected = null;
    batch = Number.isInteger(number) ? number : null;
    mode = "batch";
    refresh();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", readColours);

  // Paper is light.
  let themeOnScreen = "auto";
  addEventListener("beforeprint", () => {
    themeOnScreen = root.dataset.theme;
    root.dataset.theme = "light";
    readColours();
    render();
  });
  addEventListener("afterprint", () => {
    root.dataset.theme = themeOnScreen;
    readColours();
  });

  function buildLegend() {
    const legend = byId("legend");
    const present = new Set();
    for (const stage of stages) {
      for (const type of stage.types) if (type.duration > 0) present.add(type.look);
    }
    const entry = (swatches, text) => {
      const made = element("span", undefined, "entry");
      made.append(...swatches, element("span", text));
      legend.append(made);
    };
    const swatch = (background, ink, text) => {
      const made = element("span", text, "swatch");
      made.style.background = background;
      made.style.color = ink;
      return made;
    };
    data.looks.forEach((look, number) => {
      if (!present.has(number)) return;
      const count = number === OPTIMIZER ? 1 : Math.min(HUES, data.chunks);
      const swatches = [];
      for (let hue = 0; hue < count; hue++) {
        const fill = look.fills[hue];
        const lines = "rgba(255,255,255,.45)";
        const background = number === WEIGHT
          ? `repeating-linear-gradient(135deg, ${fill} 0 4px, ${lines} 4px 5.5px), ${fill}`
          : fill;
        swatches.push(swatch(background, look.ink, number === OPTIMIZER || data.chunks === 1 ? "" : hue));
      }
      entry(swatches, look.name);
    });
    entry([swatch("var(--lane)", "inherit", "")], "idle");
    if (isHung) entry([swatch(data.waiting, "#ffffff", "")], "waits for ever");
    const hints = [];
    if (data.chunks > 1) hints.push(data.chunks > HUES ? `colour: chunk modulo ${HUES}` : "colour: chunk");
    hints.push(data.chunks > 1 ? "number: micro-batch over chunk" : "number: micro-batch");
    legend.append(element("span", hints.join(" · "), "note"));
  }

  function resize() {
    ratio = Math.max(1, window.devicePixelRatio || 1);
    width = holder.clientWidth;
    height = holder.clientHeight;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.font = `13px ${FONT}`;
    const peak = Math.max(...stages.map((stage) => context.measureText(stage.peak).width), 28);
    right = 56 + 22 + peak + 6;
    if (isFitted) view.scale = fitScale();
    settle();
    // At once: an empty canvas would flash.
    cancelAnimationFrame(frame);
    render();
  }

  // A large pipeline needs more height than a small window has, a small one needs less.
  holder.style.minHeight = `${Math.min(stages.length, 64) * 9 + TOP + BOTTOM}px`;
  const wanted = stages.length * 62 + TOP + BOTTOM + 4;
  holder.style.maxHeight = `${Math.max(220, stages.length <= 12 ? stages.length * 92 + 40 : wanted)}px`;

  byId("memory").setAttribute("aria-pressed", memory);
  readColours();
  buildLegend();
  new ResizeObserver(resize).observe(holder);
})();
