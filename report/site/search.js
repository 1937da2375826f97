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

  // The field, and the list below it while something is typed (WAI-ARIA, pattern "combobox").
  class Box {
    constructor(index) {
      this.index = index;
      this.input = document.getElementById("query");
      this.list = document.getElementById("hits");
      this.hits = [];
      this.at = -1; // the hit that is marked
    }

    close() {
      this.list.hidden = true;
      this.at = -1;
      this.input.setAttribute("aria-expanded", "false");
      this.input.removeAttribute("aria-activedescendant");
    }

    mark(k) {
      this.at = k;
      [...this.list.children].forEach((e, i) => e.setAttribute("aria-selected", String(i === k)));
      if (k < 0) this.input.removeAttribute("aria-activedescendant");
      else {
        this.input.setAttribute("aria-activedescendant", `hit-${k}`);
        this.list.children[k].scrollIntoView({ block: "nearest" });
      }
    }

    go(href) {
      this.close();
      this.input.blur();
      window.location.hash = href.slice(1);
    }

    item(hit, i) {
      const choose = (e) => {
        e.preventDefault(); // the field keeps the focus until then
        this.go(hit.href);
      };
      const role = { id: `hit-${i}`, role: "option", "aria-selected": "false" };
      return h("li", { ...role, onmousedown: choose }, describe(hit));
    }

    show() {
      this.hits = search(this.index, this.input.value).slice(0, SHOWN);
      if (!this.input.value.trim()) {
        this.close();
        return;
      }
      const nothing = h("li", { role: "option", "aria-disabled": "true" }, "Nothing found");
      const items = this.hits.map((hit, i) => this.item(hit, i));
      this.list.replaceChildren(...(items.length ? items : [nothing]));
      this.list.hidden = false;
      this.input.setAttribute("aria-expanded", "true");
      lanesmith.say(`${lanesmith.plural(items.length, "operation")} found`);
      this.mark(-1);
    }

    key(e) {
      const n = this.hits.length;
      const next = { ArrowDown: this.at + 1, ArrowUp: this.at < 0 ? n - 1 : this.at - 1 }[e.key];
      if (e.key === "Escape") this.close();
      if (next === undefined || this.list.hidden || !n) return;
      e.preventDefault();
      this.mark((next + n) % n);
    }

    submit() {
      const text = this.input.value.trim();
      if (this.at >= 0) this.go(this.hits[this.at].href);
      else if (text) this.go(`#/search/${encodeURIComponent(text)}`);
    }
  }

  lanesmith.startSearch = (index) => {
    const box = new Box(index);
    const { input } = box;
    input.addEventListener("input", () => box.show());
    input.addEventListener("focus", () => box.show());
    input.addEventListener("blur", () => box.close());
    input.addEventListener("keydown", (e) => box.key(e));
    document.getElementById("search").addEventListener("submit", (e) => {
      e.preventDefault();
      box.submit();
    });
    document.addEventListener("keydown", (e) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
      if (e.key !== "/" || typing) return;
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
