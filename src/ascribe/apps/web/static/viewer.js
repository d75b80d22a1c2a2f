// The source in a dialog, with the words of a reference marked: the page of a PDF, or the text.

import { fetchJson, fetchPicture } from "./api.js";
import { find, make, showProblem, words } from "./dom.js";

const CSS_PIXELS = 4 / 3; // for each point
const STEP = 1.25;
const SHARP = 2; // pixels of the picture for each point
const cache = new Map();
let shown = null;
let isReady = false;

const pageAddress = (digest, page) => `/v1/files/${digest}/pages/${page}`;

function remember(key, load) {
  if (!cache.has(key)) {
    const coming = load();
    coming.catch(() => cache.delete(key));
    cache.set(key, coming);
  }
  return cache.get(key);
}

const fetchPage = (digest, page) => remember(`${digest} ${page}`, () => fetchJson(`${pageAddress(digest, page)}.json`));
const fetchPageImage = (digest, page, scale) =>
  remember(`${digest} ${page} ${scale}`, () => fetchPicture(`${pageAddress(digest, page)}.png?scale=${scale}`));

/** Load what the dialog will need, before it is opened. */
export function prepareEvidence(found) {
  const page = found.boxes[0]?.page;
  if (!found.pdf || !page) return;
  for (const coming of [fetchPage(found.pdf, page), fetchPageImage(found.pdf, page, SHARP)]) coming.catch(() => {});
}

export async function openEvidence(found, check) {
  prepareDialog();
  const opener = document.activeElement;
  const dialog = find("viewer");
  shown = { found, page: found.boxes[0]?.page ?? 1, zoom: 0 };
  const isPdf = Boolean(found.pdf && found.boxes.length);
  dialog.dataset.kind = isPdf ? "pdf" : "text";
  dialog.dataset.label = found.label;
  find("viewer-title").textContent = found.document;
  find("viewer-words").replaceChildren(found.before, make("mark", {}, found.quote), found.after);
  find("viewer-words").lang = found.language ?? "";
  find("viewer-stage").replaceChildren();
  find("viewer-stage").style.cssText = "";
  dialog.showModal();
  find("viewer-scroll").focus();
  find("viewer-words").scrollTop = find("viewer-words").querySelector("mark").offsetTop - 32;
  dialog.addEventListener("close", () => opener?.focus(), { once: true });
  try {
    await (isPdf ? showPage() : showText(found, check));
  } catch (error) {
    dialog.close();
    showProblem(error);
  }
}

function prepareDialog() {
  if (isReady) return;
  isReady = true;
  const dialog = find("viewer");
  find("viewer-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  find("page-before").addEventListener("click", () => turn(-1));
  find("page-after").addEventListener("click", () => turn(1));
  find("zoom-in").addEventListener("click", () => zoom(STEP));
  find("zoom-out").addEventListener("click", () => zoom(1 / STEP));
  dialog.addEventListener("keydown", (event) => {
    if (dialog.dataset.kind !== "pdf") return;
    const act = { PageUp: () => turn(-1), PageDown: () => turn(1), "+": () => zoom(STEP), "-": () => zoom(1 / STEP) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

async function turn(by) {
  if (!shown?.size) return;
  const page = Math.min(shown.size.pages, Math.max(1, shown.page + by));
  if (page === shown.page) return;
  shown.page = page;
  await showPage().catch(showProblem);
}

function zoom(factor) {
  if (!shown?.size) return;
  shown.zoom = Math.min(5, Math.max(0.3, shown.zoom * factor));
  setSize();
  scrollToWords();
  showPicture().catch(showProblem);
}

async function showPage() {
  const asked = shown;
  const page = shown.page;
  const { document: name, pdf } = shown.found;
  fetchPageImage(pdf, page, SHARP).catch(() => {});
  const size = await fetchPage(pdf, page);
  if (asked !== shown || page !== shown.page) return;
  shown.size = size;
  shown.zoom ||= findZoom(size);
  find("viewer-title").textContent = words("viewer_page", { document: name, page });
  find("page-number").textContent = words("page_of", { page, pages: size.pages });
  setDisabled("page-before", page === 1);
  setDisabled("page-after", page === size.pages);
  const alt = words("viewer_picture", { page, document: name });
  shown.image = make("img", { alt });
  const marks = makeMarks(shown.found, page, size.matrix);
  find("viewer-stage").replaceChildren(shown.image, ...marks);
  setSize();
  scrollToWords();
  await showPicture();
}

/** A disabled button gets no keys, so the focus must not stay on it. */
function setDisabled(id, isDisabled) {
  const button = find(id);
  if (isDisabled && button === document.activeElement) find("viewer-scroll").focus();
  button.disabled = isDisabled;
}

/** The page fits the width of the dialog, but its print stays large enough to be read. */
function findZoom(size) {
  const room = find("viewer-scroll").clientWidth - 32;
  return Math.min(1.25, Math.max(0.9, room / (size.width * CSS_PIXELS)));
}

function setSize() {
  const { width, height } = shown.size;
  const stage = find("viewer-stage");
  stage.style.width = `${width * CSS_PIXELS * shown.zoom}px`;
  stage.style.height = `${height * CSS_PIXELS * shown.zoom}px`;
}

async function showPicture() {
  const { image, found, page, zoom: size } = shown;
  const wanted = CSS_PIXELS * size * Math.min(2, devicePixelRatio);
  const scale = wanted > 4 ? 6 : wanted > SHARP * 1.4 ? 4 : SHARP;
  const address = await fetchPageImage(found.pdf, page, scale);
  if (shown?.image === image && shown.zoom === size) image.src = address;
  await image.decode().catch(() => {});
  image.dataset.drawn = "true";
}

/** A picture of the words in their line, which is loaded once it comes into view, and opens the page. */
export function makePreview(found, open) {
  const made = make("button", { type: "button", class: "preview", tabindex: "-1", "aria-hidden": "true", onclick: open });
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((one) => one.isIntersecting)) return;
    observer.disconnect();
    drawPreview(made, found).catch(() => made.remove());
  });
  observer.observe(made);
  return made;
}

async function drawPreview(place, found) {
  const page = Math.min(...found.boxes.map((one) => one.page));
  const [size, address] = await Promise.all([fetchPage(found.pdf, page), fetchPageImage(found.pdf, page, SHARP)]);
  const scale = Math.max(1.05, place.clientWidth / size.width);
  const stage = make("div", { class: "stage" }, make("img", { src: address, alt: "" }), ...makeMarks(found, page, size.matrix));
  const [width, height] = [size.width * scale, size.height * scale];
  const boxes = found.boxes.filter((one) => one.page === page).map((one) => findCorners(one.box, size.matrix));
  const left = Math.min(...boxes.map((one) => one.left)) * width;
  const top = Math.min(...boxes.map((one) => one.top)) * height;
  const bottom = Math.max(...boxes.map((one) => one.bottom)) * height;
  stage.style.width = `${width}px`;
  stage.style.height = `${height}px`;
  stage.style.left = `${-Math.max(0, Math.min(left - 24, width - place.clientWidth))}px`;
  stage.style.top = `${-Math.max(0, Math.min(Math.max(top - 24, (top + bottom - place.clientHeight) / 2), height - place.clientHeight))}px`;
  place.replaceChildren(stage);
}

function makeMarks(found, page, matrix) {
  return found.boxes.filter((one) => one.page === page).map((one) => makeMark(one.box, matrix, found.label));
}

/** The sides of a box (points, origin below) in parts of the picture, from its top left corner. */
function findCorners([x0, y0, x1, y1], [a, b, c, d, e, f]) {
  const corners = [[x0, y0], [x1, y1]].map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
  const [left, right] = corners.map(([x]) => x).sort((one, other) => one - other);
  const [top, bottom] = corners.map(([, y]) => y).sort((one, other) => one - other);
  return { left, top, right, bottom };
}

/** An element over the picture; its place is in parts of the size, so that it holds at every zoom. */
function makeMark(box, matrix, label) {
  const { left, top, right, bottom } = findCorners(box, matrix);
  const mark = make("div", { class: `stage-words words ${label}` });
  mark.style.left = `${left * 100}%`;
  mark.style.top = `${top * 100}%`;
  mark.style.width = `${(right - left) * 100}%`;
  mark.style.height = `${(bottom - top) * 100}%`;
  return mark;
}

async function showText(found, check) {
  const stage = find("viewer-stage");
  const parts = check && found.source !== null
    ? await fetchJson(`/v1/checks/${encodeURIComponent(check)}/sources/${found.source}?start=${found.start}&end=${found.end}`)
    : { before: found.before, words: found.quote, after: found.after };
  const mark = make("mark", { class: "words" }, parts.words);
  stage.replaceChildren(make("div", { class: "text", dir: "auto" }, parts.before, mark, parts.after));
  scrollToWords();
}

function scrollToWords() {
  const first = find("viewer-stage").querySelector(".words");
  if (first) first.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  else find("viewer-scroll").scrollTo(0, 0);
}
