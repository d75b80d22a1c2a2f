// The page of one check: its report, the list of references in a style, and files to download.

import { download, fetchJson, remove, sendJson } from "./api.js";
import { announce, confirmDeletion, find, formatDate, make, showProblem, words } from "./dom.js";
import { showReport } from "./report.js";

const check = decodeURIComponent(location.pathname.split("/")[2]);
const address = `/v1/checks/${encodeURIComponent(check)}`;

async function start() {
  prepareTools();
  let report;
  try {
    report = await fetchJson(`${address}/report`);
  } catch (error) {
    find("report").hidden = true;
    find("tools").hidden = true;
    find("result-heading").textContent = words("title_result");
    throw error.status === 404 ? new Error(words("gone")) : error;
  }
  find("result-heading").textContent = report.title;
  document.title = `${report.title} · Ascribe`;
  find("checked-at").textContent = words("made", { date: formatDate(report.created) });
  const root = showReport(find("report"), report, check);
  find("hint").hidden = false;
  addShortcut(root);
  announce(root.querySelector(".headline")?.textContent ?? "");
  // The element that the address names was not there when the browser looked for it.
  if (location.hash) location.replace(location.hash);
  await showReferences();
}

/** A link for the keyboard, the second of the page, that leads to what matters most. */
function addShortcut(root) {
  const problem = root.querySelector(".panes article.card");
  if (!problem) return;
  const link = make("a", { class: "skip", href: `#${problem.id}` }, words("skip_problem"));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    (problem.querySelector(".show-source") ?? problem.querySelector(".correct")).focus();
  });
  document.querySelector(".skip").after(link);
}

function prepareTools() {
  const button = find("export");
  const list = find("exports");
  const toggle = (isOpen) => {
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => toggle(list.hidden));
  list.parentElement.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    toggle(false);
    button.focus();
  });
  document.addEventListener("click", (event) => {
    if (!list.parentElement.contains(event.target)) toggle(false);
  });
  for (const link of list.querySelectorAll("a")) {
    link.href = `/checks/${encodeURIComponent(check)}/export/${link.dataset.format}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      toggle(false);
      button.focus();
      download(`${link.href}?references=${find("style").value}`).catch(showProblem);
    });
  }
  find("print").addEventListener("click", () => print());
  find("delete").addEventListener("click", deleteCheck);
  find("style").addEventListener("change", () => showReferences().catch(showProblem));
  find("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(find("reference-list").textContent);
      announce(words("copied"));
    } catch {
      getSelection().selectAllChildren(find("reference-list"));
    }
  });
}

async function showReferences() {
  const wanted = find("style").value;
  const response = await sendJson("/v1/format", { check, references: wanted, markup: "plain" });
  const { bibliography } = await response.json();
  if (find("style").value !== wanted) return;
  find("reference-list").textContent = bibliography.trim() || words("no_references");
  find("bibliography").hidden = false;
}

async function deleteCheck() {
  if (!(await confirmDeletion(words("sure_one")))) return;
  try {
    await remove(address);
    location.assign("/history");
  } catch (error) {
    showProblem(error);
  }
}

start().catch(showProblem);
