// Questions over the uploaded documents. The service answers each question for itself, so a question that
// has no word of its own ("And when?") is asked together with the one before, and the page says so.

import { fetchJson, readEvents, remove, request } from "./api.js";
import { announce, confirmDeletion, find, language, hideProblem, make, showProblem, takeDrops, words } from "./dom.js";
import { linkEvidence, translate } from "./report.js";

const POINTING = new Set(("it its he him his she her they them their this that these those there then one ones " +
  "er ihn ihm sein seine sie ihr ihre es dies diese dieser dieses das dort dann davon dafür darin damit").split(" "));
const EMPTY = new Set(("and or but so what why how when where who which whose is are was were do does did about of in on " +
  "at to for by the a an much many long old else more und oder aber was warum wieso wie wann wo wer welche welcher " +
  "welches ist sind war waren der die den dem ein eine viel viele lange alt noch mehr mit von im in am zu").split(" "));

let before = "";
let hasDocuments = false;

async function start() {
  takeDrops(find("documents-drop"), (files) => upload(files));
  find("document-files").addEventListener("change", (event) => {
    upload([...event.target.files]);
    event.target.value = "";
  });
  find("question").addEventListener("input", () => {
    find("together").checked = needsContext(find("question").value);
  });
  find("ask-form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  await showDocuments();
}

/** True if a question has no word of its own, so that nothing could be found with it. */
function needsContext(question) {
  const found = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.every((word) => POINTING.has(word) || EMPTY.has(word));
}

async function ask() {
  const question = find("question").value.trim();
  if (!question) return;
  hideProblem();
  if (!(await findDocuments())) return;
  const asked = before && find("together").checked ? `${before} ${question}` : question;
  const heading = make("h2", { tabindex: "-1", dir: "auto" }, question);
  const live = make("p", { class: "pending", dir: "auto" }, words("asking"));
  const turn = make("article", { class: "sheet turn", "aria-busy": "true" }, heading,
    asked === question ? null : make("p", { class: "muted", dir: "auto" }, words("asked_as", { question: asked })), live);
  find("turns").append(turn);
  turn.scrollIntoView({ block: "nearest" });
  announce(words("asking"));
  try {
    await receive(asked, live, turn);
    before = asked;
    find("question").value = "";
    find("question-label").textContent = words("follow_question");
    find("together-line").hidden = false;
    find("together").checked = false;
    find("question").focus();
  } catch (error) {
    turn.remove();
    showProblem(error);
  }
}

/** True if there is a document to ask; looks again first, as another tab may have uploaded one. */
async function findDocuments() {
  try {
    if (!hasDocuments) await showDocuments();
    if (!hasDocuments) throw new Error(words("need_document"));
    return true;
  } catch (error) {
    showProblem(error);
    find("document-files").focus({ preventScroll: true });
    return false;
  }
}

async function receive(question, live, turn) {
  const shown = new Map();
  let stored = null;
  let final = null;
  const options = { headers: { "Content-Type": "application/json" }, body: JSON.stringify({ question }) };
  await readEvents("/v1/ask", options, (name, text) => {
    if (name === "sentence") {
      const event = JSON.parse(text);
      if (!shown.size) live.replaceChildren();
      // Only the final answer says whether a supported sentence is likely to answer the question.
      const found = event.sentence.verdict?.status;
      const status = !found || found === "supported" ? "unchecked" : found;
      const made = make("span", { class: `said ${status}` }, `${event.sentence.text} `);
      shown.set(event.id, made);
      live.append(made);
    } else if (name === "retracted") {
      const id = JSON.parse(text).id;
      shown.get(id)?.remove();
      shown.delete(id);
    } else if (name === "final") final = text;
    else if (name === "stored") stored = JSON.parse(text).check;
  });
  const report = stored
    ? await fetchJson(`/v1/checks/${encodeURIComponent(stored)}/report`)
    : await (await request("/v1/report", { method: "POST", body: JSON.stringify(JSON.parse(final).answer) })).json();
  showAnswer(turn, live, report, stored);
}

/** Show the answer of a turn: the reply of its report, its first line and its warnings, and the way to the rest. */
function showAnswer(turn, live, report, check) {
  const parsed = new DOMParser().parseFromString(report.html, "text/html");
  const root = document.adoptNode(parsed.querySelector(".ascribe-report"));
  linkEvidence(root, report.evidence, check);
  const headline = root.querySelector(".headline");
  const others = [...root.querySelectorAll(".headline.warning")].filter((one) => one !== headline);
  if (language !== "en") translate(root);
  const reply = root.querySelector(".reply");
  // The words "see reference 2" need the list; its links to sentences lead to cards that are not here.
  const references = root.querySelector(".references");
  for (const one of references?.querySelectorAll(".used") ?? []) one.remove();
  // Several reports are on this page, so their ids would clash, and links within them lead to the check.
  for (const one of root.querySelectorAll("[id]")) one.removeAttribute("id");
  for (const one of reply?.querySelectorAll("a.said, a.flag") ?? []) {
    if (check) one.href = `/checks/${encodeURIComponent(check)}${one.hash}`;
    else one.removeAttribute("href");
  }
  headline.removeAttribute("role");
  const body = make("div", { class: "ascribe-report", lang: "en" }, report.refused ? null : reply, headline, ...others,
    report.refused ? null : references);
  live.replaceWith(body);
  if (check) turn.append(make("p", {}, make("a", { href: `/checks/${encodeURIComponent(check)}` }, words("whole_check"))));
  turn.removeAttribute("aria-busy");
  turn.classList.toggle("refused", report.refused);
  announce([headline, ...others].map((one) => one.textContent).join(" ") || words("answered"));
}

async function showDocuments() {
  const { documents } = await fetchJson("/v1/documents");
  hasDocuments = documents.length > 0;
  const rows = documents.map((one) => {
    const size = one.pages ? words("pages_count", { number: one.pages }) : words("sentences_count", { number: one.sentences });
    const label = words("remove_file", { name: one.name });
    return make("li", {}, make("span", { class: "grow" }, make("bdi", {}, one.name), " ", make("span", { class: "muted" }, size)),
      make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: () => deleteDocument(one) }, "✕"));
  });
  find("documents").replaceChildren(...(rows.length ? rows : [make("li", { class: "muted" }, words("no_documents"))]));
}

async function upload(files) {
  if (!files.length) return;
  hideProblem();
  const form = new FormData();
  for (const file of files) form.append("files", file);
  find("uploading").textContent = words("uploading", { number: files.length });
  try {
    const { refused } = await (await request("/v1/documents?skip=true", { method: "POST", body: form })).json();
    await showDocuments();
    if (refused.length) throw new Error(words("refused_files", { reasons: refused.map((one) => one.message).join(" ") }));
  } catch (error) {
    showProblem(error);
  } finally {
    find("uploading").textContent = "";
  }
}

async function deleteDocument(one) {
  if (!(await confirmDeletion(words("sure_document", { name: one.name })))) return;
  try {
    await remove(`/v1/documents/${one.id.split("/").map(encodeURIComponent).join("/")}`);
    await showDocuments();
    find("document-files").focus();
  } catch (error) {
    showProblem(error);
  }
}

start().catch(showProblem);
