// The reply while it is checked: everything is pending, and each sentence gets its status as it comes.

import { announce, data, make, words } from "./dom.js";

/** Offsets in code points, as the service counts, → those of JavaScript strings. */
export function indexCodePoints(text) {
  const places = [];
  let at = 0;
  for (const character of text) {
    places.push(at);
    at += character.length;
  }
  places.push(at);
  return (offset) => places[Math.min(offset, places.length - 1)];
}

export class LiveReply {
  /** The reply is null where only the service can read its file: then sentences are appended. */
  constructor(element, progress, reply) {
    this.element = element;
    this.progress = progress;
    this.reply = reply;
    this.place = reply === null ? null : indexCodePoints(reply);
    this.position = 0;
    this.count = 0;
    this.pending = make("span", { class: "pending" }, reply ?? words("reading"));
    element.replaceChildren(this.pending);
    progress.textContent = words("reading");
  }

  take(name, text) {
    if (name !== "sentence") return;
    const { sentence } = JSON.parse(text);
    this.count += 1;
    this.progress.textContent = this.count === 1 ? words("judged_one") : words("judged", { number: this.count });
    if (this.count === 1 || this.count % 5 === 0) announce(this.progress.textContent);
    if (this.reply === null) this.append(sentence);
    else this.mark(sentence);
  }

  mark(sentence) {
    const start = this.place(sentence.char_start);
    const end = this.place(sentence.char_end);
    if (start < this.position) return;
    this.element.insertBefore(document.createTextNode(this.reply.slice(this.position, start)), this.pending);
    this.element.insertBefore(makeSentence(sentence, this.reply.slice(start, end)), this.pending);
    this.position = end;
    this.pending.textContent = this.reply.slice(end);
  }

  append(sentence) {
    this.element.insertBefore(makeSentence(sentence, sentence.text), this.pending);
    this.element.insertBefore(document.createTextNode(" "), this.pending);
    this.pending.textContent = words("pending");
  }
}

function makeSentence(sentence, text) {
  const status = sentence.verdict?.status ?? "unchecked";
  const flag = make("span", { class: `flag ${status}` }, `${data.symbols[status] ?? ""} ${words(`status_${status}`)}`);
  return make("span", { class: `said ${status}`, "data-status": status }, text, " ", flag);
}
