// The page to check a reply: what is chosen, the request, and the sentences as they are judged.

import { fetchJson, readEvents, sendJson } from "./api.js";
import { announce, find, hideProblem, make, showProblem, takeDrops, words } from "./dom.js";
import { LiveReply } from "./live.js";
import { showReport } from "./report.js";

const sources = []; // files, and texts as {name, text}
let replyFile = null;
let stopping = null;

async function start() {
  takeDrops(find("reply-drop"), (files) => chooseReply(files[0]));
  takeDrops(find("sources-drop"), addFiles);
  find("reply-file").addEventListener("change", (event) => chooseReply(event.target.files[0]));
  find("source-files").addEventListener("change", (event) => {
    addFiles([...event.target.files]);
    event.target.value = "";
  });
  find("source-add").addEventListener("click", () => {
    takeText();
    find("source-text").focus();
  });
  find("library").addEventListener("toggle", showDocuments, { once: true });
  find("check-form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  find("stop").addEventListener("click", () => stopping?.abort());
}

function chooseReply(file) {
  replyFile = file ?? null;
  find("reply").hidden = Boolean(replyFile);
  const list = find("reply-chosen");
  list.hidden = !replyFile;
  list.replaceChildren();
  if (replyFile) {
    list.append(makeEntry(replyFile.name, () => {
      find("reply-file").value = "";
      chooseReply(null);
      find("reply").focus();
    }));
  }
}

function addFiles(files) {
  sources.push(...files);
  showSources();
}

function takeText() {
  const field = find("source-text");
  if (!field.value.trim()) return;
  const number = sources.filter((one) => !(one instanceof File)).length + 1;
  sources.push({ name: words("source_name", { number }), text: field.value });
  field.value = "";
  showSources();
}

function showSources() {
  const entries = sources.map((one, index) =>
    makeEntry(one.name, () => {
      sources.splice(index, 1);
      showSources();
      find("source-text").focus();
    }));
  find("sources-chosen").replaceChildren(...entries);
}

function makeEntry(name, onRemove) {
  const label = words("remove_file", { name });
  return make("li", {}, make("bdi", {}, name),
    make("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: onRemove }, "✕"));
}

async function showDocuments() {
  try {
    const { documents } = await fetchJson("/v1/documents");
    const rows = documents.map((one) =>
      make("label", { class: "check-line" }, make("input", { type: "checkbox", value: one.id }), make("bdi", {}, one.name)));
    find("library-list").replaceChildren(...(rows.length ? rows : [make("p", { class: "muted" }, words("no_documents"))]));
  } catch (error) {
    showProblem(error);
  }
}

const chosenDocuments = () => [...document.querySelectorAll("#library-list input:checked")].map((one) => one.value);

/** JSON where everything is text; otherwise a form, in which texts are files, as forms change line ends. */
function buildRequest(reply) {
  const options = { tier: find("tier").value, strictness: find("level").value };
  const question = find("question").value.trim();
  if (question) options.question = question;
  if (!replyFile && !sources.some((one) => one instanceof File)) {
    const texts = sources.map(({ name, text }) => ({ id: name, text }));
    const given = [...texts, ...chosenDocuments().map((id) => ({ document: id }))];
    return { headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...options, reply, sources: given }) };
  }
  const form = new FormData();
  form.append("reply", replyFile ?? new File([reply], "reply.md"));
  for (const one of sources) {
    form.append("sources", one instanceof File ? one : new File([one.text], `${one.name}.txt`));
  }
  for (const id of chosenDocuments()) form.append("document", id);
  for (const [name, value] of Object.entries(options)) form.append(name, value);
  return { body: form };
}

async function check() {
  hideProblem();
  forgetComplaints();
  takeText();
  const reply = find("reply").value;
  if (!replyFile && !reply.trim()) return complain("need_reply", "reply");
  if (!sources.length && !chosenDocuments().length) return complain("need_source", "source-text");
  showForm(false);
  const live = new LiveReply(find("live-words"), find("progress"), replyFile ? null : reply);
  stopping = new AbortController();
  let final = null;
  let stored = null;
  try {
    await readEvents("/v1/check", { ...buildRequest(reply), signal: stopping.signal }, (name, text) => {
      live.take(name, text);
      if (name === "final") final = text;
      if (name === "stored") stored = JSON.parse(text).check;
    });
    if (stored) location.assign(`/checks/${encodeURIComponent(stored)}`);
    else if (final) await showUnstored(JSON.parse(final).answer);
    else throw new Error(words("failed"));
  } catch (error) {
    showForm(true);
    if (error.name !== "AbortError") showProblem(error);
  }
}

/** Say what a field lacks, below it: the top of the page may be out of view. */
function complain(key, id) {
  const field = find(id);
  find(`${id}-problem`).textContent = words(key);
  field.setAttribute("aria-invalid", "true");
  field.focus();
  field.scrollIntoView({ block: "center" });
}

function forgetComplaints() {
  for (const id of ["reply", "source-text"]) {
    find(`${id}-problem`).textContent = "";
    find(id).removeAttribute("aria-invalid");
  }
}

function showForm(isShown) {
  for (const one of document.querySelectorAll("#check-form, main > .intro, main > .note")) one.hidden = !isShown;
  find("live").hidden = isShown;
  (isShown ? find("start") : find("live-heading")).focus();
}

/** Show the report of a check that the service does not keep: it has no address of its own. */
async function showUnstored(answer) {
  const report = await (await sendJson("/v1/report", answer)).json();
  // The report has elements with the same ids, such as "reply".
  for (const one of document.querySelectorAll("#check-form, #live")) one.remove();
  const place = find("report");
  place.hidden = false;
  showReport(place, report, null);
  announce(place.querySelector(".headline")?.textContent ?? "");
}

start().catch(showProblem);
