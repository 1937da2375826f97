// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// search.js - operations by their names, by what users call them, and by what they do.
//
// An exact phrase comes first, then phrases that begin so, then those that have all words, then
// operations that have all words somewhere, then some. Among equals the order of the specification
// decides. A class, a target or a width among the words says which cell is meant.
"use strict";

(() => {
  const { h } = lanesmith;
  const SHOWN = 10,
    LISTED = 60;

  const plain = (text) =>
    text
      .toLowerCase()
      .replace(/[_\s]+/g, " ")
      .trim();
  const wordsOf = (text) =>
    plain(text)
      .split(/[^\p{L}\p{N}.'-]+/u)
      .filter(Boolean);

  let entries; // by operation: {op, phrases: [{text, width, words}], doc: Set}

  function prepare(index) {
    if (entries) return;
    entries = index.ops.map((op) => ({
      op,
      phrases: [[op.name, 0], [op.llvm, 0], ...op.words]
        .filter(([text]) => text)
        .map(([text, width]) => ({
          text: plain(text),
          shown: text,
          width,
          words: new Set(wordsOf(text)),
        })),
      doc: new Set(wordsOf(op.doc)),
    }));
  }

  // ---- the question ----

  // {text, words, cls, target, width}: names of classes and targets are taken out of the words.
  function understand(index, query) {
    const q = { cls: undefined, target: undefined, width: 0 };
    const rest = [];
    for (const word of query.trim().split(/\s+/).filter(Boolean)) {
      const lower = word.toLowerCase();
      const number = /^(?:i|u)?(\d{1,3})(?:-?bits?)?$/.exec(lower);
      if (index.classes.some((c) => c.name === lower)) q.cls = lower;
      else if (index.targets.some((t) => t.name === lower)) q.target = lower;
      else if (number && !q.width) q.width = Number(number[1]);
      else rest.push(word);
    }
    q.whole = plain(query);
    q.text = plain(rest.join(" "));
    q.words = wordsOf(q.text);
    return q;
  }

  // ---- ranking ----

  const starts = (set, word) => set.has(word) || [...set].some((x) => x.startsWith(word));

  // [rank, phrase], the lower the better; undefined: nothing in common.
  function rankPhrase(p, q) {
    if (p.text === q.whole || (q.text && p.text === q.text)) return 0;
    if (q.whole && p.text.startsWith(q.whole)) return 1;
    if (q.text && p.text.startsWith(q.text)) return 1.5;
    if (q.words.length && q.words.every((w) => starts(p.words, w))) return 2;
    return undefined;
  }

  function rank(entry, q) {
    let best;
    for (const phrase of entry.phrases) {
      const r = rankPhrase(phrase, q);
      const wrongWidth = q.width && phrase.width && phrase.width !== q.width ? 0.3 : 0;
      if (r !== undefined && (!best || r + wrongWidth < best.rank))
        best = { rank: r + wrongWidth, phrase };
    }
    if (best || !q.words.length) return best;
    const has = (w) => starts(entry.doc, w) || entry.phrases.some((p) => starts(p.words, w));
    const all = q.words.length;
    const found = q.words.filter(has).length;
    if (found === all) return { rank: 3 };
    if (!found || all === 1) return undefined;
    // Words that users have say more than words of a description.
    const said = entry.phrases.map((p) => q.words.filter((w) => starts(p.words, w)).length);
    return { rank: 4 + all - found + (1 - Math.max(...said) / all) / 2 };
  }

  function hrefOf(q, op, phrase) {
    const width = (phrase && phrase.width) || q.width;
    if (width && q.cls)
      return lanesmith.cellHref(op.name, width, q.cls, q.target || lanesmith.here.target);
    return lanesmith.opHref(op.name, width);
  }

  function search(index, query) {
    prepare(index);
    const q = understand(index, query);
    if (!q.whole) return [];
    const hits = [];
    entries.forEach((entry, order) => {
      const r = rank(entry, q);
      if (r) hits.push({ ...r, order, op: entry.op, href: hrefOf(q, entry.op, r.phrase) });
    });
    hits.sort((a, b) => a.rank - b.rank || a.order - b.order);
    return hits;
  }

  function describe(hit) {
    const phrase =
      hit.phrase && plain(hit.phrase.shown) !== plain(hit.op.name) ? ` — ${hit.phrase.shown}` : "";
    const width =
      hit.phrase && hit.phrase.width ? ` (${lanesmith.plural(hit.phrase.width, "bit")})` : "";
    return [
      h("b", {}, hit.op.name),
      phrase,
      width,
      h("span", { class: "doc" }, " ", lanesmith.doc(hit.op.doc)),
    ];
  }

  // ---- the box ----

  lanesmith.startSearch = (index) => {
    const form = document.getElementById("search"),
      input = document.getElementById("query"),
      list = document.getElementById("hits");
    let hits = [],
      at = -1;

    const close = () => {
      list.hidden = true;
      at = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const mark = (k) => {
      at = k;
      [...list.children].forEach((e, i) => e.setAttribute("aria-selected", String(i === k)));
      if (k >= 0) {
        input.setAttribute("aria-activedescendant", `hit-${k}`);
        list.children[k].scrollIntoView({ block: "nearest" });
      } else input.removeAttribute("aria-activedescendant");
    };
    const go = (href) => {
      close();
      input.blur();
      window.location.hash = href.slice(1);
    };
    const show = () => {
      hits = search(index, input.value).slice(0, SHOWN);
      if (!input.value.trim()) return close();
      list.replaceChildren(
        ...hits.map((hit, i) =>
          h(
            "li",
            {
              id: `hit-${i}`,
              role: "option",
              "aria-selected": "false",
              onmousedown: (e) => {
                e.preventDefault();
                go(hit.href);
              },
            },
            describe(hit),
          ),
        ),
      );
      if (!hits.length)
        list.append(h("li", { role: "option", "aria-disabled": "true" }, "Nothing found"));
      list.hidden = false;
      input.setAttribute("aria-expanded", "true");
      lanesmith.say(`${lanesmith.plural(hits.length, "operation")} found`);
      return mark(-1);
    };

    input.addEventListener("input", show);
    input.addEventListener("focus", () => {
      if (input.value) show();
    });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (e) => {
      if (e.key === "Escape") {
        close();
        return;
      }
      if ((e.key !== "ArrowDown" && e.key !== "ArrowUp") || list.hidden || !hits.length) return;
      e.preventDefault();
      const n = hits.length;
      mark(e.key === "ArrowDown" ? (at + 1) % n : (at + n - 1 + (at < 0 ? 1 : 0)) % n);
    });
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      if (at >= 0) go(hits[at].href);
      else if (input.value.trim()) go(`#/search/${encodeURIComponent(input.value.trim())}`);
    });
    document.addEventListener("keydown", (e) => {
      if (e.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
      e.preventDefault();
      input.focus();
      input.select();
    });
  };

  lanesmith.searchPage = (index, query) => {
    const hits = search(index, query);
    return {
      title: `Search: ${query}`,
      content: [
        h("h1", { tabindex: "-1" }, `Search: ${query}`),
        hits.length
          ? h(
              "p",
              {},
              `${lanesmith.plural(hits.length, "operation")}, the best first`,
              hits.length > LISTED ? `; ${LISTED} are shown.` : ".",
            )
          : h(
              "p",
              {},
              "Nothing found. Names of operations, of instructions and of what they do are known: ",
              ["popcount", "interleave", "saturating add", "unpack nibbles"].map((x, i) => [
                i ? ", " : "",
                h("a", { href: `#/search/${encodeURIComponent(x)}` }, x),
              ]),
              ".",
            ),
        h(
          "ol",
          { class: "hits" },
          hits
            .slice(0, LISTED)
            .map((hit) =>
              h("li", {}, h("a", { href: hit.href }, describe(hit).slice(0, 3)), describe(hit)[3]),
            ),
        ),
      ],
    };
  };
})();
