// The stored checks, newest first.

import { download, fetchJson, remove } from "./api.js";
import { confirmDeletion, find, formatDate, make, makeChip, showProblem, words } from "./dom.js";

const ORDER = ["contradicted", "unsupported", "partial", "unknown", "supported", "not_checkable"];
let next = null;

async function start() {
  find("more").addEventListener("click", () => show().catch(showProblem));
  find("corrections").addEventListener("click", () => download("/v1/corrections").catch(showProblem));
  find("delete-all").addEventListener("click", () => deleteAll().catch(showProblem));
  await show();
}

async function show() {
  const found = await fetchJson(`/v1/checks${next === null ? "" : `?before=${next}`}`);
  next = found.next;
  find("checks").append(...found.checks.map(makeEntry));
  find("more").hidden = next === null;
  showCount();
}

function showCount() {
  const isEmpty = !find("checks").children.length;
  find("empty").hidden = !isEmpty;
  find("delete-all").hidden = isEmpty;
}

function makeEntry(check) {
  const title = shorten(check.question || check.reply) || words("unnamed");
  const counts = check.summary.status_counts ?? {};
  const chips = ORDER.filter((status) => counts[status]).map((status) => makeChip(status, counts[status]));
  const refused = check.summary.was_refused ? [make("span", { class: "badge unknown" }, words("refused"))] : [];
  const sources = check.summary.sources ?? [];
  const about = [formatDate(check.created), words(`kind_${check.kind}`), sources.slice(0, 3).join(", ")].filter(Boolean).join(" · ");
  const entry = make("li", { class: "sheet" },
    make("div", { class: "grow" },
      make("a", { class: "title", href: `/checks/${encodeURIComponent(check.id)}`, dir: "auto" }, title),
      make("p", { class: "muted" }, about),
      make("p", { class: "chips row" }, ...refused, ...chips)),
    make("button", {
      type: "button", class: "quiet danger", "aria-label": words("delete_label", { title }),
      onclick: () => deleteOne(check.id, entry).catch(showProblem),
    }, words("delete")));
  return entry;
}

function shorten(text) {
  const line = text.replace(/(^|\s)(#+|[-*>])(?=\s)|\*\*|__|`/g, "$1").replace(/\s+/g, " ").trim();
  return line.length > 120 ? `${line.slice(0, line.lastIndexOf(" ", 120))} …` : line;
}

async function deleteOne(id, entry) {
  if (!(await confirmDeletion(words("sure_one")))) return;
  await remove(`/v1/checks/${encodeURIComponent(id)}`);
  const neighbour = entry.nextElementSibling ?? entry.previousElementSibling;
  entry.remove();
  showCount();
  (neighbour?.querySelector("a") ?? find("corrections")).focus();
}

async function deleteAll() {
  if (!(await confirmDeletion(words("sure_all")))) return;
  await remove("/v1/checks");
  find("checks").replaceChildren();
  find("more").hidden = true;
  showCount();
  find("corrections").focus();
}

start().catch(showProblem);
