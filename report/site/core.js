// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// core.js - what all pages use: elements, data, names.
//
// Pages from the file system may not read files, so data are scripts. Each calls lanesmith_data
// with its name; load(name) adds the script and waits for that call. Nothing is fetched otherwise.
"use strict";

const lanesmith = {};

/* exported lanesmith_data */
function lanesmith_data(name, value) {
  lanesmith.arrived(name, value);
}

(() => {
  const waiting = new Map(); // name -> {promise, resolve, reject}

  function ticket(name) {
    if (!waiting.has(name)) {
      const t = {};
      t.promise = new Promise((resolve, reject) => Object.assign(t, { resolve, reject }));
      waiting.set(name, t);
    }
    return waiting.get(name);
  }

  lanesmith.arrived = (name, value) => ticket(name).resolve(value);

  // The value of data/NAME.js.
  lanesmith.load = (name) => {
    if (waiting.has(name)) return ticket(name).promise;
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.addEventListener("error", () => {
      ticket(name).reject(new Error(`data/${name}.js is missing or cannot be read`));
      waiting.delete(name);
    });
    document.head.append(script);
    return ticket(name).promise;
  };

  // What index.html loads by itself.
  lanesmith.index = ticket("index").promise;

  async function unpack(text) {
    if (!window.DecompressionStream)
      throw new Error("This browser cannot unpack the data; any browser of 2023 or later can");
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  const chunks = new Map();
  function loadChunk(k) {
    if (!chunks.has(k)) chunks.set(k, lanesmith.load(`cells-${k}`).then(unpack));
    return chunks.get(k);
  }

  // Whether [op, width, class] a comes before b or is it.
  function notAfter(a, b) {
    for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i];
    return true;
  }

  // The cells of all targets of one operation, width and class; undefined when there are none.
  lanesmith.group = async (op, width, cls) => {
    const { chunks: starts } = await lanesmith.index;
    let k = -1;
    while (k + 1 < starts.length && notAfter(starts[k + 1], [op, width, cls])) k++;
    if (k < 0) return undefined;
    const all = await loadChunk(k);
    return all.find((g) => g.op === op && g.width === width && g.class === cls);
  };

  // ---- maps ----

  // "5o:868" of a map: instructions, kind, what stock LLVM needs; undefined of ".".
  function readCell(text) {
    const m = /^(\d*)([obfcn])(?::(\d+))?$/.exec(text);
    if (!m) return undefined;
    const insns = m[1] === "" ? undefined : Number(m[1]);
    return { insns, kind: m[2], llvm: m[3] === undefined ? undefined : Number(m[3]) };
  }

  // {widths, rows: [{op, cells}]}, cells by place of the width.
  const maps = new Map();
  lanesmith.map = (cls, target) => {
    const name = `map-${cls}-${target}`;
    const read = (m) => ({
      widths: m.widths,
      rows: m.rows.map(([op, cells]) => ({ op, cells: cells.split(" ").map(readCell) })),
    });
    if (!maps.has(name)) maps.set(name, lanesmith.load(name).then(read));
    return maps.get(name);
  };

  lanesmith.kinds = {
    o: { name: "optimal", mark: "●" },
    b: { name: "bounded", mark: "◐" },
    f: { name: "best found", mark: "○" },
    c: { name: "only claimed", mark: "?" },
    n: { name: "none", mark: "–" },
  };
  lanesmith.letterOf = { optimal: "o", bounded: "b", "best found": "f", claimed: "c", none: "n" };

  lanesmith.plural = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;

  // How many times more stock LLVM needs; Infinity where we need none.
  lanesmith.ratio = (cell) => {
    if (cell.llvm === undefined || cell.insns === undefined || "cn".includes(cell.kind))
      return undefined;
    return cell.insns ? cell.llvm / cell.insns : cell.llvm ? Infinity : 1;
  };
  lanesmith.times = (r) =>
    r === Infinity ? "∞" : r >= 10 ? r.toFixed(0) : r.toFixed(1).replace(/\.0$/, "");

  // ---- elements ----

  function add(e, children) {
    for (const c of children.flat(Infinity))
      if (c !== undefined && c !== null && c !== false) e.append(c);
    return e;
  }

  function set(e, key, value) {
    if (value === undefined || value === false) return;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (key === "css") for (const k of Object.keys(value)) e.style.setProperty(k, value[k]);
    else e.setAttribute(key, value === true ? "" : value);
  }

  // h("a", {href: "#/"}, "text", element, [more])
  lanesmith.h = (name, attributes, ...children) => {
    const e = document.createElement(name);
    for (const k of Object.keys(attributes || {})) set(e, k, attributes[k]);
    return add(e, children);
  };
  lanesmith.s = (name, attributes, ...children) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const k of Object.keys(attributes || {})) set(e, k, attributes[k]);
    return add(e, children);
  };

  // Documentation of the specification: "2^w" with a raised w.
  lanesmith.doc = (text) =>
    text.split(/(\^\w+)/).map((x) => (/^\^\w/.test(x) ? lanesmith.h("sup", {}, x.slice(1)) : x));

  lanesmith.say = (text) => {
    document.getElementById("said").textContent = text;
  };

  lanesmith.cellHref = (op, width, cls, target) =>
    `#/cell/${[op, width, cls, target].map(encodeURIComponent).join("/")}`;
  lanesmith.opHref = (op, width) =>
    `#/op/${encodeURIComponent(op)}${width ? `?width=${width}` : ""}`;

  // A labelled list of choices; change is told the new value.
  lanesmith.choice = (label, options, value, change) => {
    const { h } = lanesmith;
    const select = h("select", { onchange: () => change(select.value) });
    for (const [v, text] of options)
      select.append(h("option", { value: v, selected: v === value }, text));
    return h("label", { class: "choice" }, h("span", {}, label), select);
  };
})();
