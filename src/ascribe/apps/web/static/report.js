// The report of a check, put into the page: markers open the source, and every sentence can be corrected.

import { make, words, language } from "./dom.js";
import { addCorrections } from "./corrections.js";
import { openEvidence, prepareEvidence } from "./viewer.js";

/** Show a report. Its HTML was escaped by the service; the policy of the page lets no script in it run. */
export function showReport(place, report, check) {
  const parsed = new DOMParser().parseFromString(report.html, "text/html");
  const root = parsed.querySelector(".ascribe-report");
  root.lang = "en";
  place.replaceChildren(document.adoptNode(root));
  place.classList.remove("loading");
  place.removeAttribute("aria-busy");
  linkEvidence(root, report.evidence, check);
  if (check) addCorrections(root, report.corrections, check);
  if (language !== "en") translate(root);
  return root;
}

/** Make everything that stands for a reference open its source. */
export function linkEvidence(root, evidence, check) {
  root.querySelectorAll(".card.removed").forEach((card, index) => {
    card.querySelectorAll(".evidence").forEach((one, place) => {
      one.id = `removed-${index + 1}-evidence-${place + 1}`;
    });
  });
  for (const one of root.querySelectorAll(".evidence")) addButton(one, evidence[one.id], check);
  for (const entry of root.querySelectorAll(".references li[data-reference]")) {
    const first = root.querySelector(`.evidence[data-reference="${CSS.escape(entry.dataset.reference)}"]`);
    if (first) addButton(entry.querySelector("div"), evidence[first.id], check);
  }
  for (const marker of root.querySelectorAll("a.marker")) {
    const found = evidence[marker.hash.slice(1)];
    if (!found) continue;
    marker.setAttribute("aria-haspopup", "dialog");
    marker.setAttribute("aria-label", words("opens_source", { label: marker.textContent }));
    openOnClick(marker, found, check);
  }
}

function addButton(element, found, check) {
  if (!found || !element || (!found.pdf && found.source === null)) return;
  const page = found.boxes[0]?.page;
  const label = found.pdf && page ? words("show_page", { page }) : words("show_source");
  const button = make("button", { type: "button", class: "show-source", "aria-haspopup": "dialog", lang: language }, label);
  openOnClick(button, found, check);
  element.append(button);
}

function openOnClick(element, found, check) {
  element.addEventListener("click", (event) => {
    event.preventDefault();
    openEvidence(found, check);
  });
  for (const name of ["pointerenter", "focus"]) {
    element.addEventListener(name, () => prepareEvidence(found), { once: true });
  }
}

/** Put the fixed words of the report into the language of the page; findings stay in English. */
function translate(root) {
  const set = (element, text) => {
    element.textContent = text;
    element.lang = language;
  };
  for (const name of ["reply", "sentences", "removed", "skipped", "more"]) {
    const heading = root.querySelector(`h2#${name}`);
    if (heading) set(heading, words(`report_${name}`));
  }
  for (const badge of root.querySelectorAll(".badge, .filters label:not(:first-of-type)")) {
    const status = [...badge.classList].find((one) => one !== "badge");
    const text = [...badge.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()).at(-1);
    if (status && text) text.textContent = `${badge.matches("label") ? " " : ""}${words(`status_${status}`)} `;
    badge.lang = language;
  }
  const all = root.querySelector(".filters label");
  if (all) {
    all.querySelector("input").nextSibling.textContent = ` ${words("report_all")} `;
    all.lang = language;
  }
  for (const link of root.querySelectorAll(".up a")) set(link, words("report_up"));
  for (const count of root.querySelectorAll(".card h3 > .count")) {
    set(count, words("report_sentence", { number: count.closest(".card").dataset.sentence }));
  }
  for (const link of root.querySelectorAll(".used a")) {
    set(link, words("report_sentence", { number: /\d+$/.exec(link.hash)?.[0] }));
  }
  translateHeadline(root);
}

function translateHeadline(root) {
  const headline = root.querySelector(".headline");
  if (!/^\d+ of \d+ statements? supported/.test(headline.textContent)) return;
  const counts = {};
  for (const card of root.querySelectorAll(".panes .card")) {
    const status = ["supported", "contradicted", "partial", "unsupported", "unknown"].find((one) => card.classList.contains(one));
    if (status) counts[status] = (counts[status] ?? 0) + 1;
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { supported = 0, ...others } = counts;
  const named = Object.entries(others).map(([status, count]) => `${count} ${words(`status_${status}`)}`);
  const first = words("report_headline", { supported, total });
  headline.textContent = `${first}${named.length ? `; ${named.join(", ")}` : ""}.`;
  headline.lang = language;
}
