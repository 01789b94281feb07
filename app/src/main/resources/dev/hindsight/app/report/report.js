'use strict';
// Shows the data of this page as lanes over time. Texts of the recording get into the page by textContent or a canvas only: they
// may hold markup. An item is a step or an event; a slot is what takes a line: an item, or several that are folded.
(function () {
  const WRITE = 1, WANT = 2, ENTER = 3, EXIT = 4, CALL = 5, THROW = 7, BEGIN = 8, START = 9;
  const EVENT = 0, TURN = 1, OUTPUT = 2, ERRORS = 3;
  const RELEVANT = 1, RACES = 2;
  const LARGEST = 26, USUAL = 19, TEXT_FROM = 12, HEAD = 28, STRIP = 16, NARROWEST = 48, MOST_ARROWS = 600;
  const FONT = 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace';
  const LIGHT = {
    back: '#ffffff', panel: '#f6f7f9', line: '#e3e6eb', text: '#1c2128', faint: '#6b7380', pale: '#c9ced6', bad: '#c4161c',
    badBack: '#fdecec', mark: '#fff3bf', current: '#dce9ff', read: '#1a73c9', write: '#c2570c', lock: '#7b3fb5', call: '#4b6172',
    start: '#0e7c66', output: '#1b7f3b', arrow: '#1a73c9', locks: ['#9a6bd0', '#d08a1e', '#2f9e8f', '#c2568f', '#6d8f2d']
  };
  const DARK = {
    back: '#15181d', panel: '#1c2027', line: '#2b3038', text: '#e4e7ec', faint: '#98a1ae', pale: '#474e59', bad: '#ff7b78',
    badBack: '#3a1d1f', mark: '#4d4212', current: '#1f3557', read: '#78b4f5', write: '#f5a35c', lock: '#c69bf0', call: '#a3b6c6',
    start: '#5fd0b6', output: '#7bd496', arrow: '#78b4f5', locks: ['#a67ddb', '#d9a14c', '#4bb5a6', '#d77aab', '#93b553']
  };

  const data = JSON.parse(document.getElementById('data').textContent);
  const steps = data.steps, marks = data.marks, texts = data.texts, lanes = data.threads;
  const rowCount = steps.number.length, markCount = marks.lane.length, itemCount = rowCount + markCount;
  const byId = id => document.getElementById(id);
  const canvas = byId('lanes'), pen = canvas.getContext('2d');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let colours = dark.matches ? DARK : LIGHT;

  // ---- items: steps and events in one order. A step is its row, an event the complement of its place.

  const items = new Int32Array(itemCount), itemOfRow = new Int32Array(rowCount);
  const readers = new Map(), firstItem = new Int32Array(lanes.length).fill(-1), lastItem = new Int32Array(lanes.length).fill(-1);

  function mergeItems() {
    let mark = 0, at = 0;
    for (let row = 0; row <= rowCount; row++) {
      while (mark < markCount && marks.before[mark] <= row) {
        items[at++] = ~mark++;
      }
      if (row < rowCount) {
        itemOfRow[row] = at;
        items[at++] = row;
        if (steps.seen[row] >= 0) {
          const known = readers.get(steps.seen[row]);
          known ? known.push(row) : readers.set(steps.seen[row], [row]);
        }
      }
    }
    for (let item = 0; item < itemCount; item++) {
      const lane = laneOf(item);
      firstItem[lane] = firstItem[lane] < 0 ? item : firstItem[lane];
      lastItem[lane] = item;
    }
  }

  function isStep(item) { return items[item] >= 0; }
  function laneOf(item) { const each = items[item]; return each >= 0 ? steps.lane[each] : marks.lane[~each]; }
  function races(item) { return isStep(item) && (steps.flags[items[item]] & RACES) !== 0; }
  function matters(item) {
    const each = items[item];
    return each >= 0 ? steps.flags[each] !== 0 : marks.kind[~each] !== TURN;
  }
  function site(row) { return data.sites[steps.site[row]]; }

  function place(row) {
    const [className, method, source, line] = site(row);
    return !className ? '' : !source ? className + '.' + method : line > 0 ? source + ':' + line : source;
  }

  /** Without packages. */
  function brief(name) {
    const end = name.indexOf('#');
    return name.substring(name.lastIndexOf('.', end < 0 ? name.length : end) + 1);
  }

  function briefValue(value) {
    if (value.startsWith('"') || value.startsWith("'") || value.indexOf('#') < 0) {
      return value;
    }
    const from = value.indexOf(' ') + 1;
    return value.substring(0, from) + brief(value.substring(from));
  }

  /** What a step does, as in: reads Account#3.balance: 17. */
  function what(row) {
    const kind = steps.kind[row], word = data.words[kind];
    const location = brief(texts[steps.location[row]]), value = briefValue(texts[steps.value[row]]);
    const result = briefValue(texts[steps.result[row]]);
    switch (kind) {
      case 0: return word + ' ' + location + ': ' + value;
      case WRITE: return word + ' ' + location + ' = ' + value;
      case CALL: return location + '.' + site(row)[5] + '(' + value + ')' + (result ? ': ' + result : '');
      case THROW: return word + ' ' + value;
      case START: return word + ' ' + (row in data.started ? "'" + lanes[data.started[row]] + "'" : location);
      default: return word + ' ' + location;
    }
  }

  function markText(mark) {
    const text = texts[marks.text[mark]];
    return marks.kind[mark] >= OUTPUT ? text : (texts[marks.name[mark]] + ' ' + text).trim();
  }

  function itemText(item) {
    const each = items[item];
    return each >= 0 ? what(each) : markText(~each);
  }

  function searchText(item) {
    const each = items[item];
    if (each < 0) {
      return (lanes[laneOf(item)] + ' ' + texts[marks.name[~each]] + ' ' + texts[marks.text[~each]]).toLowerCase();
    }
    const where = site(each);
    return (lanes[laneOf(item)] + ' #' + steps.number[each] + ' ' + what(each) + ' ' + texts[steps.location[each]] + ' ' + place(each)
        + ' ' + where[0] + '.' + where[1] + ' ' + where[4] + '.' + where[5]).toLowerCase();
  }

  // ---- slots: what is shown of them

  const hidden = new Set(), pinned = new Set();
  let slotItem = new Int32Array(0), slotSize = new Int32Array(0), slotCount = 0;
  const slotOfItem = new Int32Array(itemCount);
  let shownLanes = [], columnOfLane = new Int32Array(lanes.length);

  function arrange() {
    const fold = byId('fold').checked, events = byId('show-events').checked, output = byId('show-output').checked;
    slotItem = new Int32Array(itemCount);
    slotSize = new Int32Array(itemCount);
    slotCount = 0;
    let folding = false;
    const used = new Uint8Array(lanes.length);
    for (let item = 0; item < itemCount; item++) {
      const each = items[item];
      const isOff = hidden.has(laneOf(item)) || each < 0 && !(marks.kind[~each] >= OUTPUT ? output : events);
      if (isOff) {
        slotOfItem[item] = -1;
      } else if (fold && !matters(item) && !pinned.has(item) && !matches.has(item)) {
        if (!folding) {
          slotItem[slotCount++] = item;
          folding = true;
        }
        slotSize[slotCount - 1]++;
        slotOfItem[item] = slotCount - 1;
      } else {
        folding = false;
        slotItem[slotCount] = item;
        slotSize[slotCount] = 1;
        slotOfItem[item] = slotCount++;
      }
    }
    for (let slot = 0; slot < slotCount; slot++) {
      if (slotSize[slot] === 1) {
        used[laneOf(slotItem[slot])] = 1;
      }
    }
    shownLanes = [];
    columnOfLane.fill(-1);
    lanes.forEach((name, lane) => {
      if (used[lane]) {
        columnOfLane[lane] = shownLanes.length;
        shownLanes.push(lane);
      }
    });
  }

  function isFolded(slot) {
    return slotSize[slot] > 1;
  }

  // ---- the view: which slot is at the top, how high one is, how far lanes are moved to the left

  let top = 0, height = USUAL, left = 0, width = 0, tall = 0, selected = -1;
  let matches = new Set(), matchList = [], matchAt = -1;

  function gutter() { return STRIP + (height >= TEXT_FROM ? numberWidth() + placeWidth() : numberWidth()); }
  function numberWidth() { return 14 + 7.3 * String(data.count).length; }
  let longestPlace = 0;
  function placeWidth() { return Math.min(190, 14 + 7.3 * longestPlace); }
  function laneWidth() {
    return Math.max(NARROWEST, (width - gutter() - 6) / Math.max(1, shownLanes.length));
  }
  function laneX(lane) { return gutter() + columnOfLane[lane] * laneWidth() - left; }
  function slotY(slot) { return HEAD + (slot - top) * height; }
  function itemY(item) { return slotY(slotOfItem[item]) + height / 2; }
  function lineX(lane) { return laneX(lane) + Math.min(22, laneWidth() / 2); }
  function visibleSlots() { return (tall - HEAD) / height; }

  function clampView() {
    height = Math.min(LARGEST, Math.max(height, Math.min(USUAL, (tall - HEAD - 4) / Math.max(1, slotCount))));
    top = Math.max(0, Math.min(top, slotCount - visibleSlots() + 0.5));
    left = Math.max(0, Math.min(left, shownLanes.length * laneWidth() - (width - gutter() - 6)));
  }

  let waiting = false;
  function redraw() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => { waiting = false; draw(); });
    }
  }

  function resize() {
    const ratio = window.devicePixelRatio || 1;
    width = canvas.clientWidth;
    tall = canvas.clientHeight;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(tall * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    clampView();
    draw();
  }

  // ---- drawing

  function colourOf(item) {
    const each = items[item];
    if (each < 0) {
      const kind = marks.kind[~each];
      return kind === OUTPUT ? colours.output : kind === ERRORS ? colours.bad : colours.faint;
    }
    switch (steps.kind[each]) {
      case 0: return colours.read;
      case WRITE: return colours.write;
      case WANT: case ENTER: case EXIT: return colours.lock;
      case START: case BEGIN: return colours.start;
      case THROW: return colours.bad;
      default: return colours.call;
    }
  }

  function draw() {
    const began = performance.now();
    pen.fillStyle = colours.back;
    pen.fillRect(0, 0, width, tall);
    const from = Math.max(0, Math.floor(top)), to = Math.min(slotCount, Math.ceil(top + visibleSlots()) + 1);
    pen.save();
    pen.beginPath();
    pen.rect(STRIP, HEAD, width - STRIP, tall - HEAD);
    pen.clip();
    drawRows(from, to);
    pen.beginPath();
    pen.rect(gutter(), HEAD, width - gutter(), tall - HEAD);
    pen.clip();
    drawLines(from, to);
    drawLocks(from, to);
    drawArrows(from, to);
    drawItems(from, to);
    pen.restore();
    drawGutter(from, to);
    drawHead();
    drawStrip();
    document.documentElement.dataset.shown = Math.min(slotCount, to - from);
    document.documentElement.dataset.arrows = arrows;
    document.documentElement.dataset.drawMillis = Math.round(performance.now() - began);
  }

  /** What lies behind all: the selected step, matches of the search, races. */
  function drawRows(from, to) {
    const chosen = selected >= 0 ? slotOfItem[selected] : -1;
    const tint = height >= 3;
    for (let slot = from; slot < to; slot++) {
      const item = slotItem[slot], y = slotY(slot);
      if (slot === chosen) {
        pen.fillStyle = colours.current;
        pen.fillRect(STRIP, y, width, Math.max(2, height));
      } else if (tint && matches.has(item)) {
        pen.fillStyle = colours.mark;
        pen.fillRect(STRIP, y, width, height);
      }
    }
  }

  /** A thread's life is a thin line. */
  function drawLines(from, to) {
    if (from >= to) {
      return;
    }
    pen.strokeStyle = colours.pale;
    pen.lineWidth = 1;
    for (const lane of shownLanes) {
      const first = nextShown(firstItem[lane], 1), last = nextShown(lastItem[lane], -1);
      if (first < 0 || last < 0) {
        continue;
      }
      const y1 = Math.max(HEAD, itemY(first)), y2 = Math.min(tall, itemY(last));
      if (y2 > y1) {
        const x = Math.round(lineX(lane)) + 0.5;
        pen.beginPath();
        pen.moveTo(x, y1);
        pen.lineTo(x, y2);
        pen.stroke();
      }
    }
  }

  function nextShown(item, direction) {
    while (item >= 0 && item < itemCount && slotOfItem[item] < 0) {
      item += direction;
    }
    return item < itemCount ? item : -1;
  }

  const locks = [];

  function prepareLocks() {
    const open = lanes.map(() => []);
    for (let i = 0; i < data.holds.length; i += 2) {
      const row = data.holds[i], until = data.holds[i + 1];
      if (row < 0) {
        continue;
      }
      const lane = steps.lane[row], others = open[lane];
      const end = until < 0 ? Infinity : until;
      let depth = 0;
      while (others[depth] !== undefined && others[depth] > row) {
        depth++;
      }
      others[depth] = end;
      locks.push({row: row, until: until, lane: lane, depth: Math.min(depth, 3), colour: steps.location[row] % 5});
    }
  }

  /** A lock that is held is a bar beside its thread's line, one that is waited for a broken line upon it. */
  function drawLocks(from, to) {
    if (from >= to) {
      return;
    }
    for (const lock of locks) {
      if (columnOfLane[lock.lane] < 0) {
        continue;
      }
      const start = slotOfItem[nextShown(itemOfRow[lock.row], 1)];
      const end = lock.until < 0 ? slotCount : slotOfItem[nextShown(itemOfRow[lock.until], -1)] + 1;
      if (start === undefined || end < from || start > to) {
        continue;
      }
      const y1 = Math.max(HEAD, slotY(start) + height * 0.2), y2 = Math.min(tall, slotY(end) - height * 0.2);
      pen.fillStyle = colours.locks[lock.colour];
      pen.fillRect(lineX(lock.lane) - 8 - 4 * lock.depth, y1, 3, Math.max(1, y2 - y1));
    }
    pen.strokeStyle = colours.lock;
    pen.lineWidth = 2;
    pen.setLineDash([3, 3]);
    for (let i = 0; i < data.waits.length; i += 2) {
      const row = data.waits[i];
      if (row < 0 || columnOfLane[steps.lane[row]] < 0) {
        continue;
      }
      const start = slotOfItem[nextShown(itemOfRow[row], 1)];
      const until = data.waits[i + 1];
      const end = until < 0 ? slotCount : slotOfItem[nextShown(itemOfRow[until], -1)];
      if (start === undefined || end < from || start > to || end - start < 2) {
        continue;
      }
      const x = lineX(steps.lane[row]);
      pen.beginPath();
      pen.moveTo(x, Math.max(HEAD, slotY(start) + height / 2));
      pen.lineTo(x, Math.min(tall, slotY(end) + height / 2));
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  function drawItems(from, to) {
    const readable = height >= TEXT_FROM;
    const size = Math.max(1, Math.min(7, height - 1));
    const lastY = new Float64Array(lanes.length).fill(-10);
    pen.font = '12px ' + FONT;
    pen.textBaseline = 'middle';
    const letter = pen.measureText('M').width;
    for (let slot = from; slot < to; slot++) {
      const item = slotItem[slot], lane = laneOf(item), y = slotY(slot) + height / 2;
      const racing = races(item);
      if (isFolded(slot)) {
        drawFold(y, readable);
        continue;
      }
      if (columnOfLane[lane] < 0 || !racing && y - lastY[lane] < 1) {
        continue;
      }
      lastY[lane] = y;
      if (readable && (lineX(lane) < gutter() || lineX(lane) > width)) {
        drawBeyond(item, y, lineX(lane) > width);
        continue;
      }
      const x = lineX(lane), faint = !matters(item) && !matches.has(item) && item !== selected;
      pen.globalAlpha = faint ? 0.55 : 1;
      pen.fillStyle = racing ? colours.bad : colourOf(item);
      if (isStep(item)) {
        const wide = readable ? size : racing ? 12 : 8;
        pen.fillRect(x - wide / 2, y - size / 2, wide, size);
      } else if (height >= 3) {
        pen.beginPath();
        pen.arc(x, y, Math.min(3, height / 2), 0, 7);
        pen.fill();
      } else {
        pen.fillRect(x - 3, y - size / 2, 6, size);
      }
      if (readable) {
        drawText(item, x, y, letter, racing);
      }
      pen.globalAlpha = 1;
    }
  }

  /** What is in a lane that is not in view stands at the edge behind which it is. */
  function drawBeyond(item, y, right) {
    const text = lanes[laneOf(item)] + ': ' + itemText(item).substring(0, 60).replace(/\n/g, ' ');
    pen.fillStyle = colours.faint;
    pen.textAlign = right ? 'right' : 'left';
    pen.fillText(right ? text + ' \u203a' : '\u2039 ' + text, right ? width - 6 : gutter() + 4, y);
    pen.textAlign = 'left';
  }

  /** No other item has this line, so a text may go on over other lanes; where there is more room to the left, it stands there. */
  function drawText(item, x, y, letter, racing) {
    const each = items[item];
    let text = itemText(item);
    if (each >= 0) {
      text = (racing ? '! ' : '') + text;
    } else {
      const printed = marks.kind[~each] >= OUTPUT;
      text = printed ? '\u203a ' + text.trimEnd().replace(/\n/g, '\u21b5') : text;
      pen.font = (printed ? 'bold 12px ' : 'italic 12px ') + FONT;
    }
    if (steps.seen[each] >= 0) {
      text += ' \u2190 ' + lanes[steps.lane[steps.seen[each]]] + ' #' + steps.number[steps.seen[each]];
    }
    const right = width - x - 20, before = x - gutter() - 28;
    const toLeft = text.length * letter > right && before > right;
    const fits = Math.floor((toLeft ? before : right) / letter);
    text = text.length > fits ? text.substring(0, Math.max(0, fits - 1)) + '\u2026' : text;
    const start = toLeft ? x - 24 - text.length * letter : x + 15, alpha = pen.globalAlpha;
    pen.globalAlpha = 0.85;
    pen.fillStyle = item === selected ? colours.current : matches.has(item) ? colours.mark : racing ? colours.badBack : colours.back;
    pen.fillRect(start - 1, y - 8, text.length * letter + 2, 16);
    pen.globalAlpha = alpha;
    pen.fillStyle = each < 0 ? colourOf(item) : racing ? colours.bad : colours.text;
    pen.fillText(text, start, y);
    pen.font = '12px ' + FONT;
  }

  function drawFold(y, readable) {
    if (readable) {
      pen.strokeStyle = colours.line;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(gutter(), Math.round(y) + 0.5);
      pen.lineTo(width, Math.round(y) + 0.5);
      pen.stroke();
    }
  }

  let arrows = 0;

  function drawArrows(from, to) {
    let left = MOST_ARROWS;
    arrows = 0;
    const chosen = selected >= 0 && isStep(selected) ? items[selected] : -1;
    if (height >= 2) {
      for (let slot = from; slot < to && left > 0; slot++) {
        const row = items[slotItem[slot]];
        if (row < 0 || slotSize[slot] > 1) {
          continue;
        }
        const strong = row === chosen || steps.seen[row] === chosen;
        if (steps.seen[row] >= 0 && (strong || steps.flags[row] !== 0)) {
          arrow(steps.seen[row], row, strong);
          left--;
        }
        for (const reader of (readers.get(row) || [])) {
          if (left > 0 && slotOfItem[itemOfRow[reader]] >= to && (row === chosen || steps.flags[reader] !== 0)) {
            arrow(row, reader, row === chosen);
            left--;
          }
        }
        if (steps.kind[row] === START && row in data.started) {
          startArrow(row, data.started[row]);
        }
      }
    } else if (chosen >= 0) {
      if (steps.seen[chosen] >= 0) {
        arrow(steps.seen[chosen], chosen, true);
      }
      (readers.get(chosen) || []).slice(0, MOST_ARROWS).forEach(reader => arrow(chosen, reader, true));
    }
    if (chosen >= 0 && steps.partner[chosen] >= 0) {
      curve(itemOfRow[steps.partner[chosen]], itemOfRow[chosen], colours.bad, 2, [4, 3], false);
    }
  }

  function arrow(write, read, strong) {
    const colour = steps.flags[read] & RACES ? colours.bad : colours.arrow;
    pen.globalAlpha = strong ? 1 : 0.55;
    curve(itemOfRow[write], itemOfRow[read], colour, strong ? 2.2 : 1.2, [], true);
    pen.globalAlpha = 1;
  }

  function startArrow(row, lane) {
    const first = nextShown(firstItem[lane], 1);
    if (first >= 0 && columnOfLane[lane] >= 0) {
      pen.globalAlpha = 0.7;
      curve(itemOfRow[row], first, colours.start, 1.2, [], true, lane);
      pen.globalAlpha = 1;
    }
  }

  function curve(fromItem, toItem, colour, thick, dash, pointed, lane) {
    const target = lane === undefined ? laneOf(toItem) : lane;
    if (slotOfItem[fromItem] < 0 || slotOfItem[toItem] < 0 || columnOfLane[laneOf(fromItem)] < 0 || columnOfLane[target] < 0) {
      return;
    }
    const x1 = lineX(laneOf(fromItem)), x2 = lineX(target);
    const y1 = Math.max(HEAD - 400, itemY(fromItem)), y2 = Math.min(tall + 400, itemY(toItem));
    const side = x2 > x1 ? 1 : x2 < x1 ? -1 : 0, gap = side * 5;
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = thick;
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(x1 + gap, y1);
    const reach = side === 0 ? 40 : (x2 - x1) * 0.5;
    pen.bezierCurveTo(x1 + reach, y1, x2 - (side === 0 ? -40 : reach), y2, x2 - gap, y2);
    pen.stroke();
    pen.setLineDash([]);
    arrows += pointed ? 1 : 0;
    if (pointed && height >= 4) {
      pen.beginPath();
      pen.moveTo(x2 - gap, y2);
      pen.lineTo(x2 - gap - side * 7, y2 - 3.5);
      pen.lineTo(x2 - gap - side * 7, y2 + 3.5);
      pen.fill();
    }
  }

  /** Numbers of steps and places in the source; where there is no room for each, some numbers. */
  function drawGutter(from, to) {
    pen.font = '11.5px ' + FONT;
    pen.textBaseline = 'middle';
    const end = STRIP + numberWidth() - 6;
    let free = HEAD;
    const readable = height >= TEXT_FROM;
    for (let slot = from; slot < to; slot++) {
      const item = slotItem[slot], y = slotY(slot) + height / 2;
      if (y < HEAD + 4 || y < free) {
        continue;
      }
      if (isFolded(slot) && readable) {
        pen.fillStyle = colours.faint;
        pen.textAlign = 'left';
        pen.fillText('\u2026 ' + slotSize[slot] + ' more', end + 8, y);
        continue;
      }
      if (!isStep(item)) {
        continue;
      }
      pen.fillStyle = colours.faint;
      pen.textAlign = 'right';
      pen.fillText(steps.number[items[item]], end, y);
      if (readable) {
        pen.textAlign = 'left';
        const where = place(items[item]), fits = Math.floor((placeWidth() - 10) / 7);
        pen.fillText(where.length > fits ? '\u2026' + where.substring(where.length - fits + 1) : where, end + 8, y);
      }
      free = readable ? 0 : y + 18;
    }
    pen.textAlign = 'left';
  }

  function drawHead() {
    pen.fillStyle = colours.panel;
    pen.fillRect(0, 0, width, HEAD);
    pen.fillStyle = colours.line;
    pen.fillRect(0, HEAD - 1, width, 1);
    pen.font = '600 12px system-ui, "DejaVu Sans", sans-serif';
    pen.textBaseline = 'middle';
    pen.fillStyle = colours.faint;
    pen.textAlign = 'right';
    pen.fillText('step', STRIP + numberWidth() - 6, HEAD / 2);
    pen.textAlign = 'left';
    pen.save();
    pen.beginPath();
    pen.rect(gutter(), 0, width, HEAD);
    pen.clip();
    pen.font = (laneWidth() < 60 ? '600 11px' : '600 12px') + ' system-ui, "DejaVu Sans", sans-serif';
    const names = headNames(laneWidth() - 4);
    for (const lane of shownLanes) {
      const x = laneX(lane), name = names[lane];
      pen.fillStyle = lane === data.failed ? colours.bad : colours.text;
      pen.fillText(name, x + 3, HEAD / 2);
    }
    pen.restore();
  }

  const CUTS = [
    (name, count) => {
      const [, plain, number] = /^([^]*) \((\d+)\)$/.exec(name) || [null, name, ''];
      return plain.substring(0, Math.max(1, count - 1 - number.length)) + '\u2026' + number;
    },
    (name, count) => name.substring(0, Math.floor((count - 1) / 3)) + '\u2026' + name.substring(name.length - (count - 1 - Math.floor((count - 1) / 3))),
    (name, count) => name.substring(0, count - 1) + '\u2026',
    (name, count) => '\u2026' + name.substring(name.length - count + 1)
  ];

  let heads = [], headsKey = '';

  /** Names that fit, by lane: cut in that way that leaves most of them different. */
  function headNames(room) {
    const key = room + ' ' + shownLanes.length + ' ' + shownLanes[0];
    if (key !== headsKey) {
      headsKey = key;
      let best = 0;
      for (const cut of CUTS) {
        const names = [];
        shownLanes.forEach(lane => { names[lane] = fitted(lanes[lane], room, cut); });
        const different = new Set(shownLanes.map(lane => names[lane])).size;
        if (different > best) {
          best = different;
          heads = names;
        }
      }
      document.documentElement.dataset.heads = best;
    }
    return heads;
  }

  function fitted(name, room, cut) {
    let count = Math.min(name.length, 60), shown = name.length > count ? cut(name, count) : name;
    while (count > 2 && pen.measureText(shown).width > room) {
      shown = cut(name, --count);
    }
    return shown;
  }

  /** All of it on one strip: races, output, what was found, and which part is shown. */
  function drawStrip() {
    pen.fillStyle = colours.panel;
    pen.fillRect(0, HEAD, STRIP, tall - HEAD);
    const scale = (tall - HEAD) / Math.max(1, slotCount);
    pen.fillStyle = colours.faint;
    pen.globalAlpha = 0.35;
    pen.fillRect(0, HEAD + top * scale, STRIP, Math.max(6, visibleSlots() * scale));
    pen.globalAlpha = 1;
    for (const [pixel, colour] of stripMarks()) {
      pen.fillStyle = colour;
      pen.fillRect(3, HEAD + pixel - 1, STRIP - 6, 2);
    }
    if (selected >= 0 && slotOfItem[selected] >= 0) {
      pen.fillStyle = colours.text;
      pen.fillRect(0, HEAD + slotOfItem[selected] * scale - 1, STRIP, 2);
    }
    pen.fillStyle = colours.line;
    pen.fillRect(STRIP - 1, HEAD, 1, tall - HEAD);
  }

  let strip = null, stripKey = '';

  function stripMarks() {
    const key = [slotCount, tall, matchList.length, matchList[0], colours === DARK].join(' ');
    if (strip && key === stripKey) {
      return strip;
    }
    stripKey = key;
    strip = new Map();
    const scale = (tall - HEAD) / Math.max(1, slotCount);
    for (let slot = 0; slot < slotCount; slot++) {
      const item = slotItem[slot], pixel = Math.round(slot * scale), each = items[item];
      if (slotSize[slot] > 1) {
        continue;
      }
      if (races(item) || each >= 0 && steps.kind[each] === THROW && matters(item)) {
        strip.set(pixel, colours.bad);
      } else if (each < 0 && marks.kind[~each] >= OUTPUT && !strip.has(pixel)) {
        strip.set(pixel, colours.output);
      }
    }
    for (const item of matchList) {
      if (slotOfItem[item] >= 0) {
        strip.set(Math.round(slotOfItem[item] * scale), colours.write);
      }
    }
    return strip;
  }

  // ---- moving about

  function zoom(factor, y) {
    const slot = top + (y - HEAD) / height;
    height *= factor;
    clampView();
    top = slot - (y - HEAD) / height;
    clampView();
    redraw();
  }

  /** Zooms around the selected step if it is in view. */
  function zoomHere(factor) {
    const y = selected >= 0 && slotOfItem[selected] >= 0 ? slotY(slotOfItem[selected]) : -1;
    zoom(factor, y > HEAD && y < tall ? y : (HEAD + tall) / 2);
  }

  function fit() {
    height = 0;
    clampView();
    top = 0;
    redraw();
  }

  function toEnd() {
    top = slotCount;
    clampView();
    if (slotCount > 0) {
      select(lastOf(slotCount - 1));
    }
    redraw();
  }

  function lastOf(slot) {
    while (slot > 0 && (isFolded(slot) || slotOfItem[slotItem[slot]] < 0)) {
      slot--;
    }
    return slotItem[slot];
  }

  /** Makes an item visible, whatever hides it, and selects it. */
  function jump(item) {
    const lane = laneOf(item);
    if (hidden.delete(lane)) {
      showThreads();
    }
    if (items[item] < 0) {
      byId(marks.kind[~items[item]] >= OUTPUT ? 'show-output' : 'show-events').checked = true;
    }
    if (!matters(item)) {
      pinned.add(item);
    }
    arrange();
    height = Math.max(height, USUAL);
    const slot = slotOfItem[item];
    if (slot < top + 1 || slot > top + visibleSlots() - 3) {
      top = slot - visibleSlots() / 2;
    }
    const x = laneX(lane);
    if (x < gutter() || x + laneWidth() > width) {
      left += x - gutter();
    }
    clampView();
    select(item);
  }

  function jumpToRow(row) {
    if (row >= 0) {
      jump(itemOfRow[row]);
    }
  }

  function select(item) {
    selected = item;
    showStep(item);
    showSource(item);
    document.documentElement.dataset.selected = isStep(item) ? steps.number[items[item]] : 'event';
    redraw();
  }

  /** The next slot that is no fold, perhaps of one lane only. */
  function neighbour(direction, lane) {
    let slot = selected >= 0 && slotOfItem[selected] >= 0 ? slotOfItem[selected] + direction : Math.floor(top);
    while (slot >= 0 && slot < slotCount && (isFolded(slot) || lane >= 0 && laneOf(slotItem[slot]) !== lane)) {
      slot += direction;
    }
    return slot >= 0 && slot < slotCount ? slotItem[slot] : -1;
  }

  function move(direction, lane) {
    const item = neighbour(direction, lane);
    if (item >= 0) {
      jump(item);
    }
  }

  function nextRace(direction) {
    let slot = selected >= 0 ? slotOfItem[selected] + direction : direction > 0 ? 0 : slotCount - 1;
    while (slot >= 0 && slot < slotCount && !races(slotItem[slot])) {
      slot += direction;
    }
    if (slot >= 0 && slot < slotCount) {
      jump(slotItem[slot]);
    }
  }

  // ---- search

  function find(text) {
    const wanted = text.trim().toLowerCase();
    matchList = [];
    matchAt = -1;
    if (wanted) {
      for (let item = 0; item < itemCount; item++) {
        if (!hidden.has(laneOf(item)) && searchText(item).includes(wanted)) {
          matchList.push(item);
        }
      }
    }
    matches = new Set(matchList);
    byId('found').textContent = wanted ? matchList.length + ' found' : '';
    document.documentElement.dataset.found = matchList.length;
    rearrange();
  }

  function toMatch(direction) {
    if (matchList.length === 0) {
      return;
    }
    if (matchAt < 0) {
      matchAt = direction > 0 ? matchList.findIndex(item => item >= selected) : matchList.findIndex(item => item >= selected) - 1;
      matchAt = matchAt < 0 ? (direction > 0 ? 0 : matchList.length - 1) : matchAt;
    } else {
      matchAt = (matchAt + direction + matchList.length) % matchList.length;
    }
    byId('found').textContent = (matchAt + 1) + ' of ' + matchList.length;
    jump(matchList[matchAt]);
  }

  // ---- the panels; texts only ever as text

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    return made;
  }

  function jumpButton(text, action) {
    const button = element('button', 'jump', text);
    button.type = 'button';
    button.addEventListener('click', action);
    return button;
  }

  function rowLine(row) {
    const told = what(row);
    return '#' + steps.number[row] + ' ' + lanes[steps.lane[row]] + (place(row) ? ', ' + place(row) : '') + ': '
        + (told.length > 90 ? told.substring(0, 90) + '\u2026' : told);
  }

  function rowButton(row, before) {
    return jumpButton((before || '') + rowLine(row), () => jumpToRow(row));
  }

  function showFindings() {
    const panel = byId('findings');
    panel.append(element('h2', '', 'Findings'));
    if (data.thrown || data.test) {
      const finding = element('div', 'finding bad');
      finding.id = 'failure';
      finding.append(element('b', '', data.test ? 'Test ' + data.test + ' failed' : lanes[data.failed] + ' ended with'));
      finding.append(element('pre', '', data.thrown));
      if (data.failing >= 0) {
        finding.append(rowButton(data.failing, 'failed at '));
      }
      panel.append(finding);
    }
    if (data.deadlock.length > 0) {
      const finding = element('div', 'finding');
      finding.id = 'deadlock';
      finding.append(element('b', 'alarm', 'Deadlock: each waits for the next'));
      for (const wait of data.deadlock) {
        const who = lanes[steps.lane[wait.wanted]] + ' waits for ' + brief(texts[wait.lock]) + ' ';
        finding.append(jumpButton(who + '(' + place(wait.wanted) + ')', () => jumpToRow(wait.wanted)));
        if (wait.taken >= 0) {
          finding.append(rowButton(wait.taken, '  taken: '));
        }
      }
      panel.append(finding);
    }
    if (data.deadlock.length === 0 && data.stuck.length > 0) {
      const finding = element('div', 'finding');
      finding.id = 'stuck';
      finding.append(element('b', 'alarm', data.stuckTitle));
      for (const each of data.stuck) {
        finding.append(element('div', '', each.told));
        if (each.last >= 0) {
          finding.append(rowButton(each.last, '  last: '));
        }
      }
      panel.append(finding);
    }
    const some = data.races.some(race => race.matters);
    data.races.forEach((race, i) => {
      if (some && (i === 0 || race.matters !== data.races[i - 1].matters)) {
        panel.append(element('h3', '', race.matters ? 'The failure depends on' : 'Other races'));
      }
      const finding = element('div', 'race');
      const others = race.others === 0 ? '' : ' and ' + race.others + ' more';
      const times = race.count > 1 ? ', ' + race.count + ' times; one of them:' : '';
      finding.append(element('b', '', 'Race on ' + texts[race.name] + others + times));
      finding.append(rowButton(race.first), rowButton(race.second));
      panel.append(finding);
    });
    if (!data.thrown && !data.test && data.deadlock.length === 0 && data.stuck.length === 0 && data.races.length === 0) {
      panel.append(element('p', 'hint', 'No thread failed, none wait for each other, and no two steps race.'));
    }
  }

  function fact(list, name, value, className) {
    const told = element('dd', className || '');
    typeof value === 'string' ? told.textContent = value : told.append(value);
    list.append(element('dt', '', name), told);
  }

  function showStep(item) {
    const panel = byId('step');
    panel.textContent = '';
    const each = items[item];
    if (each < 0) {
      showEvent(panel, ~each);
      return;
    }
    panel.append(element('h2', '', 'Step ' + steps.number[each]));
    const list = element('dl'), where = site(each);
    fact(list, 'thread', lanes[steps.lane[each]]);
    fact(list, 'does', what(each), 'mono');
    if (where[0]) {
      fact(list, 'at', (place(each) + ' in ' + where[0] + '.' + where[1]), 'mono');
    }
    if (texts[steps.location[each]]) {
      fact(list, steps.kind[each] === CALL ? 'object' : 'uses', texts[steps.location[each]] + (where[7] ? ' (volatile)' : ''), 'mono');
    }
    if (texts[steps.value[each]]) {
      fact(list, steps.kind[each] === CALL ? 'gives' : 'value', texts[steps.value[each]], 'mono value');
    }
    if (texts[steps.result[each]]) {
      fact(list, 'gets', texts[steps.result[each]], 'mono');
    }
    if (steps.seen[each] >= 0) {
      fact(list, 'written by', rowButton(steps.seen[each]));
    }
    const seenBy = readers.get(each) || [];
    seenBy.slice(0, 5).forEach((row, i) => fact(list, i === 0 ? 'seen by' : '', rowButton(row)));
    if (seenBy.length > 5) {
      fact(list, '', 'and ' + (seenBy.length - 5) + ' more');
    }
    if (steps.partner[each] >= 0) {
      fact(list, 'races with', rowButton(steps.partner[each]));
    }
    fact(list, 'moment', 'before event @' + steps.event[each], 'mono');
    panel.append(list);
  }

  function showEvent(panel, mark) {
    const kind = marks.kind[mark];
    panel.append(element('h2', '', kind === OUTPUT ? 'Printed' : kind === ERRORS ? 'Printed to stderr' : 'Event'));
    const list = element('dl');
    fact(list, 'thread', lanes[marks.lane[mark]]);
    fact(list, 'native', texts[marks.name[mark]], 'mono');
    fact(list, kind >= OUTPUT ? 'text' : 'what', texts[marks.text[mark]], 'mono value');
    fact(list, 'moment', marks.order[mark] < 0 ? 'under way at the end' : '@' + marks.order[mark], 'mono');
    panel.append(list);
  }

  let shownSource = null;

  function showSource(item) {
    const row = isStep(item) ? items[item] : -1;
    const panel = byId('source');
    if (row < 0 || !site(row)[0]) {
      return;
    }
    const path = site(row)[6], line = site(row)[3];
    if (!Object.prototype.hasOwnProperty.call(data.sources, path)) {
      panel.textContent = '';
      shownSource = null;
      panel.append(element('h2', '', 'Source'));
      panel.append(element('p', 'hint', (path || site(row)[0]) + ' was not found when this page was made. A recording holds no sources: '
          + 'run hindsight report in the directory of the project, or name directories with --source DIR.'));
      return;
    }
    if (shownSource !== path) {
      fillSource(panel, path);
      shownSource = path;
    }
    panel.querySelectorAll('.current, .near').forEach(each => each.classList.remove('current', 'near'));
    const code = byId('code'), current = code.children[line - 1];
    if (current) {
      current.classList.add('current');
      for (let near = Math.max(1, line - 15); near <= Math.min(code.children.length, line + 15); near++) {
        code.children[near - 1].classList.add('near');
      }
      panel.scrollTop = current.offsetTop - panel.offsetTop - panel.clientHeight / 2;
    }
  }

  function fillSource(panel, path) {
    panel.textContent = '';
    panel.append(element('h2', '', path));
    const code = element('div');
    code.id = 'code';
    const racing = new Set();
    for (let row = 0; row < rowCount; row++) {
      if (steps.flags[row] & RACES && site(row)[6] === path) {
        racing.add(site(row)[3]);
      }
    }
    data.sources[path].split(/\r\n|\r|\n/).forEach((text, i) => {
      const line = element('div', racing.has(i + 1) ? 'racing' : '', text || ' ');
      line.dataset.line = i + 1;
      code.append(line);
    });
    panel.append(code);
  }

  function showHead() {
    document.title = (data.test ? data.test + ' \u2013 ' : '') + data.program + ' \u2013 Hindsight report';
    byId('program').textContent = data.program;
    if (data.test) {
      byId('facts').append(element('span', '', 'failed test ' + data.test));
    }
    const facts = byId('facts');
    for (const [name, value] of Object.entries(data.facts)) {
      const told = element('span', '', name + ' ' + value);
      told.title = value;
      facts.append(told);
    }
    facts.append(element('span', '', data.count + (data.count === 1 ? ' step' : ' steps')), element('span', '', lanes.length
        + (lanes.length === 1 ? ' thread' : ' threads')));
    data.notes.forEach(note => byId('notes').append(element('div', '', note)));
    const legend = [['read', 'reads'], ['write', 'writes'], ['lock', 'locks'], ['call', 'calls'], ['bad', 'races, throws'],
      ['output', 'prints'], ['faint', 'events']];
    for (const [colour, text] of legend) {
      const sample = element('i'), told = element('span');
      sample.style.background = colours[colour];
      sample.dataset.colour = colour;
      told.append(sample, text);
      byId('legend').append(told);
    }
    byId('legend').append(element('span', '', '\u2192 whose value was read'), element('span', '', '\u258e lock held'));
    const keys = [['\u2191 \u2193', 'the step before, the next one'], ['\u2190 \u2192', 'the same within the thread'],
      ['n  p', 'the next race, the one before'], ['+  \u2212  0', 'zoom; all of it'], ['Page, Home, End', 'move'],
      ['f', 'only what matters'], ['/', 'search; Enter for the next'], ['wheel', 'move; with Ctrl or Shift zoom'], ['drag', 'move']];
    for (const [key, meaning] of keys) {
      const line = element('div');
      line.append(element('kbd', '', key), element('span', '', meaning));
      byId('keys').append(line);
    }
  }

  function showThreads() {
    const panel = byId('threads');
    panel.textContent = '';
    const all = jumpless('All', () => { hidden.clear(); });
    const none = jumpless('None', () => { lanes.forEach((name, lane) => hidden.add(lane)); });
    panel.append(all, none);
    lanes.forEach((name, lane) => {
      const label = element('label'), box = element('input');
      box.type = 'checkbox';
      box.checked = !hidden.has(lane);
      box.addEventListener('change', () => {
        box.checked ? hidden.delete(lane) : hidden.add(lane);
        rearrange();
      });
      label.append(box, ' ' + name);
      panel.append(label);
    });
  }

  function jumpless(text, action) {
    const button = element('button', '', text);
    button.type = 'button';
    button.addEventListener('click', () => { action(); showThreads(); rearrange(); });
    return button;
  }

  /** What is shown has changed; what is selected stays where it is, if it can. */
  function rearrange() {
    const anchor = selected >= 0 && slotOfItem[selected] >= 0 ? selected : slotItem[Math.floor(top)];
    const offset = anchor === undefined ? 0 : slotOfItem[anchor] - top;
    arrange();
    const item = anchor === undefined ? -1 : nextShown(anchor, 1);
    top = item >= 0 ? slotOfItem[item] - offset : 0;
    clampView();
    redraw();
    document.documentElement.dataset.lanes = shownLanes.length;
    document.documentElement.dataset.slots = slotCount;
  }

  // ---- what the user does

  function listen() {
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      const rect = canvas.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? tall : 1;
      if (event.ctrlKey || event.shiftKey || event.metaKey) {
        zoom(Math.exp(-(event.deltaY || event.deltaX) * lines / 300), event.clientY - rect.top);
      } else {
        top += event.deltaY * lines / height;
        left += event.deltaX * lines;
        clampView();
        redraw();
      }
    }, {passive: false});
    listenToPointer();
    canvas.addEventListener('dblclick', event => {
      const item = itemAt(event);
      zoom(height >= TEXT_FROM ? 1 : USUAL / height, event.clientY - canvas.getBoundingClientRect().top);
      if (item >= 0) {
        unfold(slotOfItem[item]);
      }
    });
    document.addEventListener('keydown', onKey);
    byId('find').addEventListener('input', delayed(() => find(byId('find').value), 120));
    byId('found-next').addEventListener('click', () => toMatch(1));
    byId('found-before').addEventListener('click', () => toMatch(-1));
    byId('zoom-in').addEventListener('click', () => zoomHere(1.5));
    byId('zoom-out').addEventListener('click', () => zoomHere(1 / 1.5));
    byId('fit').addEventListener('click', fit);
    byId('to-end').addEventListener('click', toEnd);
    for (const id of ['fold', 'show-events', 'show-output']) {
      byId(id).addEventListener('change', () => { pinned.clear(); rearrange(); });
    }
    window.addEventListener('resize', resize);
    window.addEventListener('hashchange', followAddress);
    dark.addEventListener('change', () => recolour(dark.matches ? DARK : LIGHT));
    window.addEventListener('beforeprint', () => recolour(LIGHT));
    window.addEventListener('afterprint', () => recolour(dark.matches ? DARK : LIGHT));
  }

  function recolour(chosen) {
    colours = chosen;
    document.querySelectorAll('#legend i').forEach(each => { each.style.background = colours[each.dataset.colour]; });
    draw();
  }

  function delayed(action, millis) {
    let timer = 0;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(action, millis);
    };
  }

  function unfold(slot) {
    if (slot >= 0 && slotSize[slot] > 1) {
      for (let item = slotItem[slot], left = 500; item < itemCount && slotOfItem[item] === slot && left > 0; item++, left--) {
        pinned.add(item);
      }
      rearrange();
    }
  }

  /** The step below the pointer: the slot, or, where slots are small, the nearest one of the lane. */
  function itemAt(event) {
    const rect = canvas.getBoundingClientRect();
    const x = event.clientX - rect.left, slot = Math.floor(top + (event.clientY - rect.top - HEAD) / height);
    if (slot < 0 || slot >= slotCount || event.clientY - rect.top < HEAD) {
      return -1;
    }
    if (height >= TEXT_FROM) {
      return slotItem[slot];
    }
    const reach = Math.ceil(5 / height), lane = shownLanes[Math.floor((x - gutter() + left) / laneWidth())];
    let best = -1;
    for (let near = Math.max(0, slot - reach); near <= Math.min(slotCount - 1, slot + reach); near++) {
      const item = slotItem[near];
      if (laneOf(item) === lane && !isFolded(near) && (best < 0 || score(item, near, slot) > score(best, slotOfItem[best], slot))) {
        best = item;
      }
    }
    return best >= 0 ? best : slotItem[slot];
  }

  function score(item, slot, wanted) {
    return (races(item) ? 1e9 : 0) - Math.abs(slot - wanted);
  }

  /** The whole name of the lane whose head is below the pointer. */
  function headAt(event) {
    const rect = canvas.getBoundingClientRect(), x = event.clientX - rect.left;
    const lane = shownLanes[Math.floor((x - gutter() + left) / laneWidth())];
    return event.clientY - rect.top < HEAD && x > gutter() && lane !== undefined ? lanes[lane] : '';
  }

  function listenToPointer() {
    let start = null;
    const toStrip = event => {
      const y = event.clientY - canvas.getBoundingClientRect().top - HEAD;
      top = y / (tall - HEAD) * slotCount - visibleSlots() / 2;
      clampView();
      redraw();
    };
    canvas.addEventListener('pointerdown', event => {
      const x = event.clientX - canvas.getBoundingClientRect().left;
      start = {x: event.clientX, y: event.clientY, top: top, left: left, moved: false, strip: x < STRIP};
      canvas.setPointerCapture(event.pointerId);
      if (start.strip) {
        toStrip(event);
      }
    });
    canvas.addEventListener('pointermove', event => {
      if (!start) {
        canvas.title = headAt(event);
        return;
      }
      if (start.strip) {
        toStrip(event);
        return;
      }
      start.moved = start.moved || Math.abs(event.clientX - start.x) + Math.abs(event.clientY - start.y) > 4;
      if (start.moved) {
        top = start.top - (event.clientY - start.y) / height;
        left = start.left - (event.clientX - start.x);
        clampView();
        redraw();
      }
    });
    canvas.addEventListener('pointerup', event => {
      const click = start && !start.moved && !start.strip;
      start = null;
      const item = click ? itemAt(event) : -1;
      if (item >= 0 && isFolded(slotOfItem[item])) {
        unfold(slotOfItem[item]);
      } else if (item >= 0) {
        select(item);
      }
    });
    canvas.addEventListener('pointercancel', () => { start = null; });
  }

  function onKey(event) {
    const typing = event.target === byId('find');
    if (typing && event.key === 'Enter') {
      event.preventDefault();
      toMatch(event.shiftKey ? -1 : 1);
    } else if (event.key === 'Escape') {
      byId('threads-menu').open = byId('help').open = false;
      canvas.focus();
    } else if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && act(event.key, event.target)) {
      event.preventDefault();
    }
  }

  function act(key, target) {
    const lane = selected >= 0 ? laneOf(selected) : -1;
    const free = target === canvas || target === document.body;
    const keys = {
      ArrowUp: () => move(-1, -1), ArrowDown: () => move(1, -1), ArrowLeft: () => move(-1, lane), ArrowRight: () => move(1, lane),
      PageUp: () => { top -= visibleSlots() * 0.9; }, PageDown: () => { top += visibleSlots() * 0.9; },
      Home: () => { top = 0; }, End: toEnd
    };
    const letters = {
      n: () => nextRace(1), p: () => nextRace(-1), '+': () => zoomHere(1.5), '=': () => zoomHere(1.5), '-': () => zoomHere(1 / 1.5),
      '0': fit, '/': () => byId('find').focus(), f: () => byId('fold').click()
    };
    const action = letters[key] || (free ? keys[key] : undefined);
    if (action) {
      action();
      clampView();
      redraw();
    }
    return action !== undefined;
  }

  function plain(encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch (e) {
      return encoded;
    }
  }

  /** The address may say what to show: #step=12, #find=balance, #all. */
  function followAddress() {
    const wish = plain(location.hash.substring(1));
    if (wish.startsWith('step=')) {
      const number = Number(wish.substring(5));
      let row = steps.number.findIndex(each => each >= number);
      jumpToRow(row < 0 ? rowCount - 1 : row);
    } else if (wish.startsWith('find=')) {
      byId('find').value = wish.substring(5);
      find(wish.substring(5));
      toMatch(1);
    } else if (wish === 'all') {
      fit();
    }
  }

  /** Where the failure is: the step at which a thread or a test failed, or waits, or a race, or the end. */
  function beginning() {
    if (data.deadlock.length > 0) {
      return itemOfRow[data.deadlock[0].wanted];
    }
    if (data.failing >= 0) {
      return itemOfRow[data.failing];
    }
    const last = Math.max(-1, ...data.stuck.map(each => each.last));
    if (last >= 0) {
      return itemOfRow[last];
    }
    for (let row = rowCount - 1; data.failed >= 0 && row >= 0; row--) {
      if (steps.lane[row] === data.failed && steps.flags[row] !== 0) {
        return itemOfRow[row];
      }
    }
    if (data.races.length > 0) {
      return itemOfRow[data.races[0].second];
    }
    return slotCount > 0 ? lastOf(slotCount - 1) : -1;
  }

  function begin() {
    mergeItems();
    prepareLocks();
    data.sites.forEach(each => { longestPlace = Math.max(longestPlace, each[2].length + 1 + String(each[3]).length); });
    showHead();
    showThreads();
    showFindings();
    arrange();
    if (slotCount > 0 && slotCount < 3) {
      byId('fold').checked = false;
      arrange();
    }
    listen();
    resize();
    const start = beginning();
    if (start >= 0) {
      jump(start);
      top = slotOfItem[start] - visibleSlots() * 0.75;
      clampView();
    } else {
      byId('step').append(element('p', 'hint', 'Nothing was kept of this run.'));
    }
    followAddress();
    draw();
    const told = document.documentElement.dataset;
    told.lanes = shownLanes.length;
    told.steps = rowCount;
    told.events = markCount;
    told.slots = slotCount;
    told.state = 'ready';
  }

  try {
    begin();
  } catch (e) {
    document.documentElement.dataset.state = 'failed';
    document.body.prepend(element('div', '', 'This page could not be drawn: ' + e.stack));
    document.body.firstChild.id = 'broken';
    throw e;
  }
})();
