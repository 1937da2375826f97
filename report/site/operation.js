// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// operation.js - the page of an operation: what it means, what it is called, all its cells.
"use strict";

(() => {
  const { h } = lanesmith;

  // A page that says why there is none; name: of an operation to go to instead.
  lanesmith.missing = (title, text, name) => {
    const link = name
      ? h("a", { href: lanesmith.opHref(name) }, `All cells of ${name}`)
      : h("a", { href: "#/map" }, "The map");
    return {
      title,
      content: [h("h1", { tabindex: "-1" }, title), h("p", {}, text), h("p", {}, link)],
    };
  };

  // Cells by class and width, of one target: {widths, columns: [{cls, at(width)}]}.
  async function cellsOf(index, opNumber, t) {
    const classes = index.maps.filter(([, x]) => x === t).map(([k]) => k);
    const maps = await Promise.all(classes.map((k) => lanesmith.map(k, t)));
    const columns = maps.map((m, i) => {
      const row = m.rows.find((r) => r.op === opNumber);
      const cls = index.classes[classes[i]].name;
      return { cls, at: (w) => row && row.cells[m.widths.indexOf(w)] };
    });
    const all = [...new Set(maps.flatMap((m) => m.widths))].sort((a, b) => a - b);
    return { columns, widths: all.filter((w) => columns.some((c) => c.at(w))) };
  }

  function table(name, target, { columns, widths }, wanted) {
    const row = (w) =>
      h(
        "tr",
        { class: w === wanted ? "wanted" : undefined },
        h("th", { scope: "row" }, String(w)),
        columns.map((c) => lanesmith.mapCell(name, w, c.cls, target, c.at(w), false)),
      );
    const head = columns.map((c) => h("th", { scope: "col" }, c.cls));
    return h(
      "table",
      { class: "map", "aria-label": `${name} on ${target}` },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "corner" }, "bits a field"), head)),
      h("tbody", {}, widths.map(row)),
    );
  }

  function aliases(op) {
    const names = [...new Set(op.words.map(([x]) => x))];
    return names.length ? h("p", {}, "Also known as: ", names.join(", "), ".") : undefined;
  }

  function targetChoice(index, target, options, go) {
    const numbers = [...new Set(index.maps.map(([, x]) => x))].sort((a, b) => a - b);
    const names = numbers.map((x) => [index.targets[x].name, index.targets[x].name]);
    const change = (v) => go({ ...options, target: v });
    return h("div", { class: "controls" }, lanesmith.choice("Target", names, target, change));
  }

  // options: {target, width}; go(options) shows others.
  lanesmith.opPage = async (index, name, options, go) => {
    const opNumber = index.ops.findIndex((o) => o.name === name);
    if (opNumber < 0) return lanesmith.missing(name, `This report has no operation ${name}.`);
    const op = index.ops[opNumber];
    const at = index.targets.findIndex((x) => x.name === options.target);
    const t = index.maps.some((m) => m[1] === at) ? at : index.maps[0][1];
    const target = index.targets[t].name;
    const [definitions, cells] = await Promise.all([
      lanesmith.load("definitions"),
      cellsOf(index, opNumber, t),
    ]);
    const { text } = definitions[opNumber];
    return {
      title: name,
      content: [
        h("h1", { tabindex: "-1" }, name),
        h("p", { class: "lead" }, lanesmith.doc(op.doc)),
        lanesmith.formula(text),
        aliases(op),
        targetChoice(index, target, options, go),
        h("div", { class: "grid" }, table(name, target, cells, Number(options.width))),
        h(
          "details",
          {},
          h("summary", {}, "The definition, as the specification has it"),
          h("pre", { class: "code wrap" }, text),
        ),
      ],
    };
  };
})();
