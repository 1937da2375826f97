// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// plots.js - how much better than stock LLVM, how far the search has come, and when it did.
//
// Each plot is an SVG with its numbers beside it as a table, for those who do not see it.
"use strict";

(() => {
  const { h, s, kinds } = lanesmith;
  const H = 260,
    LEFT = 52,
    BOTTOM = 34,
    TOP = 14;

  // As wide as the window lets it be, so that the letters keep their size.
  const plotWidth = () => Math.max(300, Math.min(860, document.documentElement.clientWidth - 40));

  // ---- the ratio ----

  // Columns are half octaves, from 2^(k/2) to 2^((k+1)/2); what is level has a column of its own.
  const FIRST = -4,
    LAST = 20;

  function columnOf(r) {
    if (r === Infinity) return LAST;
    return Math.max(FIRST, Math.min(LAST, Math.floor(2 * Math.log2(r) + 1e-9)));
  }

  const edge = (k) => {
    const x = 2 ** (k / 2);
    return x >= 10 ? String(Math.round(x)) : x.toFixed(x % 1 ? 1 : 0);
  };

  // [{label, tick, cls, n}], without the empty ones at the ends.
  function columns(ratios) {
    const out = [];
    for (let k = FIRST; k <= LAST; k++) {
      if (k === 0)
        out.push({
          k,
          label: "as many",
          tick: "1×",
          cls: "level",
          n: ratios.filter((r) => r === 1).length,
        });
      out.push({
        k,
        label: k === LAST ? `${edge(k)} times and more` : `${edge(k)} to ${edge(k + 1)} times`,
        tick: k % 2 || k === 0 ? "" : `${edge(k)}×`,
        cls: k < 0 ? "lost" : "won",
        n: ratios.filter((r) => r !== 1 && columnOf(r) === k).length,
      });
    }
    const used = out.map((c, i) => (c.n ? i : -1)).filter((i) => i >= 0);
    return out.slice(used[0], used[used.length - 1] + 1);
  }

  function distribution(cells) {
    const ratios = cells
      .map(lanesmith.ratio)
      .filter((r) => r !== undefined && r > 0)
      .sort((a, b) => a - b);
    const finite = ratios.filter((r) => r !== Infinity);
    return {
      columns: columns(ratios),
      n: ratios.length,
      median: ratios[Math.floor(ratios.length / 2)],
      mean: Math.exp(finite.reduce((a, r) => a + Math.log(r), 0) / Math.max(1, finite.length)),
      won: ratios.filter((r) => r > 1).length,
      level: ratios.filter((r) => r === 1).length,
      lost: ratios.filter((r) => r < 1).length,
    };
  }

  function niceStep(most) {
    const raw = most / 4,
      power = 10 ** Math.floor(Math.log10(Math.max(1, raw)));
    return [1, 2, 5, 10].map((k) => k * power).find((x) => x >= raw) || 1;
  }

  function yAxis(most, y, W) {
    const step = niceStep(most),
      parts = [];
    for (let v = 0; v <= most; v += step)
      parts.push(
        s("line", { class: "rule", x1: LEFT, x2: W - 8, y1: y(v), y2: y(v) }),
        s(
          "text",
          { class: "tick", x: LEFT - 6, y: y(v) + 4, "text-anchor": "end" },
          v.toLocaleString("en"),
        ),
      );
    return parts;
  }

  function histogram(d) {
    const W = plotWidth();
    const most = Math.max(...d.columns.map((c) => c.n)),
      wide = (W - LEFT - 8) / d.columns.length;
    const y = (v) => TOP + (H - TOP - BOTTOM) * (1 - v / most);
    const bars = d.columns.map((c, i) => {
      const x = LEFT + i * wide;
      return [
        s(
          "rect",
          {
            class: `col ${c.cls}`,
            x: x + 1,
            y: y(c.n),
            width: wide - 2,
            height: H - BOTTOM - y(c.n),
          },
          s("title", {}, `${c.label}: ${c.n} cells`),
        ),
        s(
          "text",
          {
            class: "tick",
            x: c.cls === "level" ? x + wide / 2 : x,
            y: H - BOTTOM + 16,
            "text-anchor": "middle",
          },
          wide < 20 && c.k % 4 ? "" : c.tick,
        ),
      ];
    });
    return s(
      "svg",
      {
        viewBox: `0 0 ${W} ${H}`,
        width: W,
        height: H,
        class: "plot",
        role: "img",
        "aria-label": "Distribution of the ratio; the table below has its numbers",
      },
      yAxis(most, y, W),
      bars,
      s(
        "text",
        { class: "tick", x: W - 8, y: H - 2, "text-anchor": "end" },
        "instructions of stock LLVM / ours",
      ),
    );
  }

  function numbers(summary, head, rows) {
    return h(
      "details",
      { class: "numbers" },
      h("summary", {}, summary),
      h(
        "table",
        { class: "plain" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map((x) => h("th", { scope: "col" }, x)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((r) =>
            h(
              "tr",
              {},
              r.map((x, i) => h(i ? "td" : "th", i ? {} : { scope: "row" }, x)),
            ),
          ),
        ),
      ),
    );
  }

  function ratioPart(d) {
    if (!d.n)
      return h(
        "p",
        {},
        "The database has no figures of stock LLVM for these cells; ",
        h("code", {}, "lanesmith bench codegen"),
        " makes them, and the next report has this plot.",
      );
    const share = (n) => `${((100 * n) / d.n).toFixed(1)} %`;
    return [
      h(
        "div",
        { class: "bigs" },
        [
          [lanesmith.times(d.median), "times: the median"],
          [d.mean.toFixed(1), "times: the geometric mean"],
          [share(d.won), "shorter than LLVM"],
          [share(d.level), "as short"],
          [share(d.lost), "longer"],
        ].map(([n, text]) => h("div", { class: "big" }, h("b", {}, n), ` ${text}`)),
      ),
      histogram(d),
      numbers(
        "The numbers",
        ["stock LLVM needs", "cells"],
        d.columns.map((c) => [c.label, String(c.n)]),
      ),
    ];
  }

  // ---- the journal ----

  const seconds = (text) => Date.parse(`${text.replace(" ", "T")}Z`) / 1000;

  function coverage(runs) {
    const sum = [0, 0, 0],
      points = [];
    for (const r of runs) {
      if (!r.winners.some((n) => n)) continue;
      points.push({ at: seconds(r.started), sum: [...sum] });
      r.winners.forEach((n, i) => {
        sum[i] += n;
      });
      points.push({ at: seconds(r.ended), sum: [...sum] });
    }
    return points;
  }

  function areas(points) {
    const W = plotWidth();
    const t0 = points[0].at,
      t1 = Math.max(points[points.length - 1].at, t0 + 1);
    const most = points[points.length - 1].sum.reduce((a, b) => a + b, 0);
    const x = (t) => LEFT + ((W - LEFT - 8) * (t - t0)) / (t1 - t0),
      y = (v) => TOP + (H - TOP - BOTTOM) * (1 - v / Math.max(1, most));
    const parts = [];
    for (let k = 2; k >= 0; k--) {
      const top = points.map(
        (p) =>
          `${x(p.at).toFixed(1)} ${y(p.sum.slice(0, k + 1).reduce((a, b) => a + b, 0)).toFixed(1)}`,
      );
      parts.push(
        s("path", {
          class: `area k-${"obf"[k]}`,
          d: `M${x(t0)} ${y(0)}L${top.join("L")}L${x(t1)} ${y(0)}Z`,
        }),
      );
    }
    const stamp = (t) =>
      new Date(t * 1000)
        .toISOString()
        .slice(0, t1 - t0 < 7200 ? 19 : 16)
        .replace("T", " ");
    return s(
      "svg",
      {
        viewBox: `0 0 ${W} ${H}`,
        width: W,
        height: H,
        class: "plot",
        role: "img",
        "aria-label": "Cells with a program over time; the table below has its numbers",
      },
      yAxis(most, y, W),
      parts,
      s("text", { class: "tick", x: LEFT, y: H - BOTTOM + 16 }, stamp(t0)),
      s(
        "text",
        { class: "tick", x: W - 8, y: H - BOTTOM + 16, "text-anchor": "end" },
        `${stamp(t1)} UTC`,
      ),
    );
  }

  const kindsLegend = () =>
    h(
      "ul",
      { class: "legend" },
      ["o", "b", "f"].map((k) =>
        h("li", {}, h("span", { class: `swatch k-${k}` }, kinds[k].mark), ` ${kinds[k].name}`),
      ),
    );

  function journalPart(runs) {
    const points = coverage(runs);
    if (!points.length)
      return h("p", {}, "The journal has no run that stored a program of these cells.");
    return [
      areas(points),
      kindsLegend(),
      points.length <= 2
        ? h(
            "p",
            { class: "fine" },
            "One run brought all of these programs. A database in which searches have run has " +
              "more steps; what a text brings along comes at once.",
          )
        : undefined,
      numbers(
        "The journal",
        ["run", "from (UTC)", "to", "cells", "programs stored", "proofs", "of today’s best"],
        runs.map((r) => [
          r.command,
          r.started,
          r.ended,
          String(r.cells),
          String(r.lowerings),
          String(r.proofs),
          String(r.winners.reduce((a, b) => a + b, 0)),
        ]),
      ),
    ];
  }

  // ---- the page ----

  function overview(index) {
    return h(
      "table",
      { class: "plain overview" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Register", "Target", "Cells", ""].map((x) => h("th", { scope: "col" }, x)),
        ),
      ),
      h(
        "tbody",
        {},
        index.maps.map(([k, t, ...counts]) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              h(
                "a",
                { href: `#/map/${index.classes[k].name}/${index.targets[t].name}` },
                index.classes[k].name,
              ),
            ),
            h("td", {}, index.targets[t].name),
            h(
              "td",
              {},
              counts
                .slice(0, 5)
                .reduce((a, b) => a + b, 0)
                .toLocaleString("en"),
            ),
            h("td", { class: "wide" }, lanesmith.stackedBar(counts.slice(0, 5), true)),
          ),
        ),
      ),
    );
  }

  function choices(index, options, go) {
    const names = (list, which) => {
      const numbers = [...new Set(index.maps.map((m) => m[which]))].sort((a, b) => a - b);
      return [["", "all"], ...numbers.map((i) => [list[i].name, list[i].name])];
    };
    const change = (key) => (v) => go({ ...options, [key]: v });
    const choice = (label, key, all) =>
      lanesmith.choice(label, all, options[key] || "", change(key));
    return h(
      "div",
      { class: "controls" },
      choice("Register", "class", names(index.classes, 0)),
      choice("Target", "target", names(index.targets, 1)),
    );
  }

  const ratioText = () =>
    h(
      "p",
      {},
      "How many times more instructions stock LLVM 19 needs for the same operation. ",
      "Both are counted alike; ",
      h("a", { href: "#/optimal" }, "what is counted"),
      ".",
    );

  // options: {class, target}, names, or nothing for all; go(options) shows others.
  lanesmith.plotsPage = async (index, options, go) => {
    const is = (wanted, x) => !wanted || x.name === wanted;
    const wanted = index.maps.filter(
      ([k, t]) => is(options.class, index.classes[k]) && is(options.target, index.targets[t]),
    );
    const maps = await Promise.all(wanted.map(([k, t]) => lanesmith.map(k, t)));
    const runs = await lanesmith.load("journal");
    const cells = maps.flatMap((m) => m.rows.flatMap((r) => r.cells.filter((c) => c)));
    const part = (heading, ...children) => h("section", {}, h("h2", {}, heading), ...children);
    const controls = choices(index, options, go);
    const ratio = ratioPart(distribution(cells));
    return {
      title: "Plots",
      content: [
        h("h1", { tabindex: "-1" }, "Plots"),
        part("The ratio to stock LLVM", ratioText(), controls, ratio),
        part("Coverage over time", journalPart(runs)),
        part("What is known, by register and target", kindsLegend(), overview(index)),
      ],
    };
  };
})();
