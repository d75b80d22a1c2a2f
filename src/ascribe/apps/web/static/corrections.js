// A menu on every sentence that says what its status should be: by mouse, or with C, arrows and Enter.

import { sendJson } from "./api.js";
import { announce, data, language, make, makeChip, showProblem, words } from "./dom.js";

let menu = null;

export function addCorrections(root, corrections, check) {
  for (const card of root.querySelectorAll(".panes .card[data-sentence]")) addTools(card, check);
  for (const one of corrections) showCorrection(root, one.sentence + 1, one.status);
  root.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "c" || event.ctrlKey || event.metaKey || event.altKey) return;
    const number = event.target.closest("[data-sentence]")?.dataset.sentence;
    const card = number && root.querySelector(`.card[data-sentence="${number}"]`);
    if (!card) return;
    event.preventDefault();
    if (card.matches("details")) card.open = true;
    card.querySelector(".correct").click();
  });
  document.addEventListener("click", (event) => {
    if (menu && !menu.holder.contains(event.target)) closeMenu(false);
  });
}

function addTools(card, check) {
  const number = Number(card.dataset.sentence);
  const button = make("button", {
    type: "button", class: "correct", "aria-haspopup": "menu", "aria-expanded": "false",
    "aria-label": words("correct_label", { number }), title: words("correct_label", { number }),
  }, words("correct"));
  const holder = make("span", { class: "menu-holder" }, button);
  button.addEventListener("click", () => (menu?.button === button ? closeMenu() : openMenu(card, holder, button, number, check)));
  const tools = make("div", { class: "card-tools row", lang: language }, make("span", { class: "state" }), holder);
  (card.querySelector(".body") ?? card).append(tools);
}

function openMenu(card, holder, button, number, check) {
  closeMenu(false);
  const items = data.statuses.map((status, index) =>
    make("li", { role: "none" }, make("button", {
      type: "button", role: "menuitem", tabindex: "-1", "data-status": status, "aria-keyshortcuts": String(index + 1),
      onclick: () => correct(card, number, status, check),
    }, makeChip(status), make("kbd", { "aria-hidden": "true" }, String(index + 1)))));
  const list = make("ul", { class: "menu", role: "menu", "aria-label": words("correct_menu") }, ...items);
  list.addEventListener("keydown", moveInMenu);
  holder.append(list);
  button.setAttribute("aria-expanded", "true");
  menu = { holder, button, list };
  list.querySelector("button").focus();
}

function closeMenu(returnFocus = true) {
  if (!menu) return;
  menu.list.remove();
  menu.button.setAttribute("aria-expanded", "false");
  if (returnFocus) menu.button.focus();
  menu = null;
}

function moveInMenu(event) {
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.indexOf(document.activeElement);
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items[(at - 1 + items.length) % items.length],
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  event.stopPropagation();
  if (target) target.focus();
  else if (event.key === "Escape") closeMenu();
  else if (event.key === "Tab") return closeMenu(false);
  else if (/^\d$/.test(event.key) && items[event.key - 1]) items[event.key - 1].click();
  else return;
  event.preventDefault();
}

async function correct(card, number, status, check) {
  closeMenu();
  try {
    await sendJson(`/v1/checks/${encodeURIComponent(check)}/corrections`, { sentence: number - 1, status });
    showCorrection(card.closest(".ascribe-report"), number, status);
    announce(words("corrected_spoken", { number, status: words(`status_${status}`) }));
  } catch (error) {
    showProblem(error);
  }
}

function showCorrection(root, number, status) {
  const state = root.querySelector(`.card[data-sentence="${number}"] .state`);
  if (!state) return;
  const [before, after] = words("corrected", { status: "\0" }).split("\0");
  state.replaceChildren(before, makeChip(status), after);
  state.dataset.status = status;
}
