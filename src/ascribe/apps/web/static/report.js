// The report of a check, put into the page: markers open the source, and every sentence can be corrected.

import { make, words, language } from "./dom.js";
import { addCorrections } from "./corrections.js";
import { makePreview, openEvidence, prepareEvidence } from "./viewer.js";

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
  for (const one of root.querySelectorAll(".evidence")) {
    const found = evidence[one.id];
    if (found?.pdf && found.boxes.length) one.append(makePreview(found, () => openEvidence(found, check)));
    addButton(one, found, check);
    linkPlaces(one, one.id, found, check);
  }
  for (const entry of root.querySelectorAll(".references li[data-reference]")) {
    const first = root.querySelector(`.evidence[data-reference="${CSS.escape(entry.dataset.reference)}"]`);
    if (!first) continue;
    addButton(entry.querySelector("div"), evidence[first.id], check);
    linkPlaces(entry, first.id, evidence[first.id], check);
  }
  for (const marker of root.querySelectorAll("a.marker")) {
    const found = evidence[marker.hash.slice(1)];
    if (!found) continue;
    marker.setAttribute("aria-haspopup", "dialog");
    marker.setAttribute("aria-label", words("opens_source", { label: marker.textContent }));
    openOnClick(marker, found, check);
  }
}

/** Links to a file of the person who asked lead nowhere here: they open the stored source. */
function linkPlaces(element, id, found, check) {
  for (const link of element.querySelectorAll(".where a")) {
    if (/^https?:/.test(link.getAttribute("href"))) continue;
    link.href = `#${id}`;
    link.setAttribute("aria-haspopup", "dialog");
    if (found) openOnClick(link, found, check);
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
export function translate(root) {
  for (const name of ["reply", "sentences", "removed", "skipped", "more"]) setText(root.querySelector(`h2#${name}`), words(`report_${name}`));
  for (const badge of root.querySelectorAll(".badge, .filters label[class]")) setLastText(badge, describeStatus(badge));
  for (const flag of root.querySelectorAll(".flag")) translateFlag(flag);
  for (const sign of root.querySelectorAll("[data-legend]")) setText(sign, words(`report_sign_${sign.dataset.legend}`));
  setLastText(root.querySelector(".filters label"), words("report_all"));
  for (const link of root.querySelectorAll(".up a")) setText(link, words("report_up"));
  for (const count of root.querySelectorAll(".card h3 > .count")) {
    setText(count, words("report_sentence", { number: count.closest(".card").dataset.sentence }));
  }
  for (const link of root.querySelectorAll(".used a")) setText(link, words("report_sentence", { number: /\d+$/.exec(link.hash)?.[0] }));
  setText(root.querySelector("summary#made"), words("report_made"));
  for (const name of ["references", "offered"]) {
    const summary = root.querySelector(`summary#${name}`);
    const number = /\d+/.exec(summary?.textContent ?? "")?.[0];
    setText(summary, words(`report_${name}`, { number }));
  }
  for (const summary of root.querySelectorAll(".figures > summary")) setText(summary, words("report_details"));
  for (const where of root.querySelectorAll(".where, .found")) translateWhere(where);
  for (const term of root.querySelectorAll(".facts dt")) {
    if (term.textContent === "Without support") setText(term, words("report_missing"));
  }
  translateHeadline(root);
}

const STATUS_CLASSES = ["supported", "partial", "contradicted", "unsupported", "not_checkable", "unknown", "unchecked"];
const findStatus = (element) => STATUS_CLASSES.find((one) => element.classList.contains(one)) ?? "unchecked";

const describeStatus = (element) => words(element.classList.contains("doubtful") ? "report_low_confidence" : `status_${findStatus(element)}`);

function setText(element, text) {
  if (!element) return;
  element.textContent = text;
  element.lang = language;
}

/** Replace the words of an element that also holds a symbol, a field or a count. */
function setLastText(element, text) {
  const node = element && [...element.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE && one.textContent.trim()).at(-1);
  if (!node) return;
  node.textContent = ` ${text}${node.nextSibling ? " " : ""}`;
  element.lang = language;
}

function translateFlag(flag) {
  const status = describeStatus(flag);
  const shown = /: see ([\d, ]+)/.exec(flag.textContent);
  const text = shown ? words("report_flag", { status, numbers: shown[1] }) : status;
  setLastText(flag, text);
  const split = flag.querySelector(".split");
  const [supported, all] = split?.textContent.match(/\d+/g) ?? [];
  if (split) setText(split, `, ${words("report_split", { supported, all })}`);
  const label = `${text}${split?.textContent ?? ""}`;
  flag.setAttribute("aria-label", label);
  flag.title = label;
  flag.lang = language;
}

function translateWhere(where) {
  const relation = where.firstChild;
  for (const [name, english] of [["supports", "Supported by"], ["contradicts", "Contradicted by"], ["related", "Nearest passage:"]]) {
    if (relation?.nodeType === Node.TEXT_NODE) relation.textContent = relation.textContent.replace(english, words(`report_${name}`));
  }
  for (const link of where.matches(".found") ? [where] : where.querySelectorAll("a")) {
    const node = link.lastChild;
    if (node?.nodeType !== Node.TEXT_NODE) continue;
    node.textContent = node.textContent.replace(/, page(s?) (?=[\d–, ]+$)/, (_, many) => `, ${words(many ? "report_pages" : "report_page")} `);
  }
}

/** Translate the first lines: how likely the answer is one, which parts have none, and the count. */
function translateHeadline(root) {
  for (const headline of root.querySelectorAll(".headline")) {
    translateShare(headline);
    translateUnanswered(headline);
  }
  for (const line of root.querySelectorAll(".headline, .summary .rest")) {
    if (!COUNT.test(line.textContent)) continue;
    line.textContent = line.textContent.replace(COUNT, countStatements(root));
    line.lang = language;
  }
}

const COUNT = /^\d+ of \d+ statements? supported[^.]*\./;
const SHARES = [
  ["probability", /^Probability that this answers the question: (\d+) %\.$/],
  ["doubt", /^This may not answer the question: the probability that it does is (\d+) %\.$/],
];

function translateShare(headline) {
  for (const [name, english] of SHARES) {
    const found = english.exec(headline.textContent);
    if (found) setText(headline, words(`report_${name}`, { share: found[1] }));
  }
}

const UNANSWERED = /^No answer was found to (“.+”)\.$/s;

function translateUnanswered(headline) {
  const found = UNANSWERED.exec(headline.textContent);
  if (found) setText(headline, words("report_unanswered", { parts: found[1].replaceAll("” and “", "”, “") }));
}

function countStatements(root) {
  const counts = {};
  for (const card of root.querySelectorAll(".panes .card")) {
    const status = ["supported", "contradicted", "partial", "unsupported", "unknown"].find((one) => card.classList.contains(one));
    if (status) counts[status] = (counts[status] ?? 0) + 1;
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { supported = 0, ...others } = counts;
  const named = Object.entries(others).map(([status, count]) => `${count} ${words(`status_${status}`)}`);
  const first = words("report_headline", { supported, total });
  return `${first}${named.length ? `; ${named.join(", ")}` : ""}.`;
}
