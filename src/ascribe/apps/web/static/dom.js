// Elements, words and announcements. Text always goes in as text: no function here takes HTML.

export const data = JSON.parse(document.getElementById("data").textContent);
export const language = document.documentElement.lang;

export const find = (id) => document.getElementById(id);

/** The words for a key, with its {names} filled in. */
export function words(key, values = {}) {
  const text = data.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** An element with attributes, listeners (a function for "onclick") and children. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((one) => one != null));
  return made;
}

/** A status as symbol, words and colour. */
export function makeChip(status, count = "") {
  const symbol = make("span", { "aria-hidden": "true" }, data.symbols[status] ?? "");
  return make("span", { class: `badge ${status}` }, symbol, ` ${count ? `${count} ` : ""}${words(`status_${status}`)}`);
}

/** Say something to those who do not see the page. */
export function announce(text) {
  find("spoken").textContent = text;
}

export function showProblem(error) {
  const box = find("alert");
  box.textContent = error?.message || String(error);
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}

export function hideProblem() {
  find("alert").hidden = true;
}

/** Ask whether to delete; gives true or false. */
export function confirmDeletion(question) {
  const dialog = find("sure");
  find("sure-title").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

export function formatDate(seconds) {
  return new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

/** Let files be dropped on an element. */
export function takeDrops(element, take) {
  element.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    element.classList.add("over");
  });
  element.addEventListener("dragleave", (event) => {
    if (!element.contains(event.relatedTarget)) element.classList.remove("over");
  });
  element.addEventListener("drop", (event) => {
    element.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
}
