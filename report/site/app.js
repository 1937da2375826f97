// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// app.js - which page the address asks for: "#/cell/add/2/x128/x86-64",
// "#/map/x128/x86-64?show=ratio".
//
// Each page is made anew from its address, so that links, the back button and reloading work. The
// heading gets the focus when another page is shown, not when a control changes the same one.
"use strict";

(() => {
  const { h } = lanesmith;
  const main = document.getElementById("main");
  lanesmith.here = { cls: "x128", target: "x86-64" }; // last looked at

  function parse(hash) {
    const [path, query] = hash.replace(/^#\/?/, "").split("?");
    const parts = path.split("/").map((x) => {
      try {
        return decodeURIComponent(x);
      } catch (e) {
        return x;
      }
    });
    return {
      page: parts[0] || "map",
      rest: parts.slice(1),
      options: Object.fromEntries(new URLSearchParams(query || "")),
    };
  }

  const query = (options) => {
    const q = new URLSearchParams(Object.entries(options).filter(([, v]) => v)).toString();
    return q ? `?${q}` : "";
  };

  // Shows the address; quietly: without another entry in the history, and without making the page
  // anew.
  function go(hash, quietly) {
    if (quietly) window.history.replaceState(null, "", hash);
    else window.location.hash = hash.slice(1);
  }

  // The map that was asked for, or the nearest that there is.
  function mapState(index, { rest, options }) {
    const k = index.classes.findIndex((x) => x.name === (rest[0] || lanesmith.here.cls));
    const t = index.targets.findIndex((x) => x.name === (rest[1] || lanesmith.here.target));
    const pair =
      index.maps.find((m) => m[0] === k && m[1] === t) ||
      index.maps.find((m) => m[0] === k) ||
      index.maps.find((m) => m[1] === t) ||
      index.maps[0];
    return {
      cls: pair[0],
      target: pair[1],
      show: options.show === "ratio" ? "ratio" : "insns",
      find: options.find || "",
      all: options.widths === "all",
    };
  }

  function mapGo(index) {
    return (state, quietly) => {
      const there = index.maps.some((m) => m[0] === state.cls && m[1] === state.target);
      const target = there ? state.target : index.maps.find((m) => m[0] === state.cls)[1];
      go(
        `#/map/${index.classes[state.cls].name}/${index.targets[target].name}` +
          query({
            show: state.show === "ratio" ? "ratio" : "",
            find: state.find,
            widths: state.all ? "all" : "",
          }),
        quietly,
      );
    };
  }

  function optimalPage() {
    const text = document.getElementById("optimal").content.cloneNode(true);
    text.querySelector("h1").tabIndex = -1;
    return { title: "What “optimal” means", content: [...text.children] };
  }

  function pageOf(index, where) {
    const { page, rest, options } = where;
    if (page === "cell") {
      lanesmith.here = { cls: rest[2] || "x128", target: rest[3] || "x86-64" };
      return lanesmith.cellPage(index, rest);
    }
    if (page === "op") {
      const target = options.target || lanesmith.here.target;
      return lanesmith.opPage(index, rest[0], { ...options, target }, (o) =>
        go(`#/op/${encodeURIComponent(rest[0])}${query(o)}`),
      );
    }
    if (page === "search") return lanesmith.searchPage(index, rest.join("/"));
    if (page === "plots")
      return lanesmith.plotsPage(index, options, (o) => go(`#/plots${query(o)}`));
    if (page === "optimal") return optimalPage();
    if (!index.maps.length)
      return {
        title: "No cells",
        content: [
          h("h1", {}, "No cells"),
          h("p", {}, "The database has no cells that this report was asked for."),
        ],
      };
    const state = mapState(index, where);
    lanesmith.here = {
      cls: index.classes[state.cls].name,
      target: index.targets[state.target].name,
    };
    return lanesmith.mapPage(index, state, mapGo(index));
  }

  function failed(error) {
    return {
      title: "Not shown",
      content: [
        h("h1", { tabindex: "-1" }, "This page cannot be shown"),
        h("p", {}, `${error.message}. Making the report again may help.`),
      ],
    };
  }

  function markNav(page) {
    for (const a of document.querySelectorAll("header nav a")) {
      const is = a.getAttribute("href") === `#/${page}`;
      if (is) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    }
  }

  const keyOf = ({ page, rest }) => (page === "map" ? page : [page, ...rest].join("/"));
  let shown = "",
    turn = 0;

  async function show(index) {
    if (!window.location.hash.startsWith("#/") && window.location.hash) return; // within the page
    const where = parse(window.location.hash),
      mine = ++turn;
    let view;
    try {
      view = await pageOf(index, where);
    } catch (error) {
      view = failed(error);
    }
    if (mine !== turn) return; // another page was asked for meanwhile
    const again = keyOf(where) === shown,
      label = document.activeElement && document.activeElement.closest("label");
    const focused = again && label ? label.textContent : undefined;
    document.title = `${view.title} – Lanesmith`;
    main.replaceChildren(...view.content.flat(Infinity).filter(Boolean));
    main.dataset.page = where.page;
    markNav(where.page);
    if (!again && shown) {
      window.scrollTo(0, 0);
      const heading = main.querySelector("h1");
      if (heading) heading.focus({ preventScroll: true });
    } else if (focused !== undefined) {
      const same = [...main.querySelectorAll("label")].find((l) => l.textContent === focused);
      if (same) same.querySelector("input, select").focus();
    }
    shown = keyOf(where);
  }

  async function start() {
    const index = await lanesmith.index;
    lanesmith.startSearch(index);
    document.querySelector(".skip").addEventListener("click", (e) => {
      e.preventDefault();
      main.focus();
    });
    const cells = index.maps.reduce((a, m) => a + m[2] + m[3] + m[4], 0);
    document.getElementById("footer").textContent =
      `Lanesmith ${index.version}, specification ${index.spec.slice(0, 12)}: ` +
      `${lanesmith.plural(cells, "cell")} with a proved program. Made by lanesmith report.`;
    window.addEventListener("hashchange", () => show(index));
    window.addEventListener("beforeprint", () => {
      for (const d of document.querySelectorAll("main details")) d.open = true;
    });
    await show(index);
  }

  start();
})();
