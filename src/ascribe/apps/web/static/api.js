// Requests to the service, with the visitor's key where it needs one. The key stays in this tab.

import { find, words } from "./dom.js";

const NAME = "ascribe-key";
let asking = null;

class ServiceError extends Error {
  constructor(status, body) {
    super(body?.error?.message || words("failed"));
    this.status = status;
  }
}

/** The response to a request; asks for the key as long as the service wants another one. */
export async function request(path, options = {}) {
  for (;;) {
    const key = sessionStorage.getItem(NAME);
    const headers = new Headers(options.headers);
    if (key) headers.set("Authorization", `Bearer ${key}`);
    const response = await send(path, { ...options, headers });
    if (response.ok) return response;
    if (response.status !== 401) throw new ServiceError(response.status, await readBody(response));
    // Another request may have got the key meanwhile.
    if (sessionStorage.getItem(NAME) === key) await askForKey(Boolean(key));
  }
}

async function send(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServiceError(0, null);
  }
}

async function readBody(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

export const fetchJson = async (path, options) => (await request(path, options)).json();

export const sendJson = (path, value, options = {}) =>
  request(path, {
    method: "POST",
    body: JSON.stringify(value),
    ...options,
    headers: { "Content-Type": "application/json", ...options.headers },
  });

export const remove = (path) => request(path, { method: "DELETE" });

function askForKey(wasWrong) {
  asking ??= new Promise((resolve) => {
    const dialog = find("key-dialog");
    const field = find("key");
    find("key-problem").hidden = !wasWrong;
    field.value = "";
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.showModal();
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(NAME, field.value.trim());
      field.value = "";
      asking = null;
      resolve();
    }, { once: true });
  });
  return asking;
}

/** Read server-sent events of a POST request; calls take(name, data) for each. */
export async function readEvents(path, options, take) {
  const headers = { ...options.headers, Accept: "text/event-stream" };
  const response = await request(path, { method: "POST", ...options, headers });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const found = /^event: (\w+)\ndata: (.*)$/s.exec(block);
      if (!found) continue;
      if (found[1] === "error") throw new ServiceError(200, JSON.parse(found[2]));
      take(found[1], found[2]);
    }
  }
}

/** A file of the service as a download; the browser alone could not send the key. */
export async function download(path) {
  const response = await request(path);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name ? decodeURIComponent(name[1]) : "ascribe";
  link.click();
  URL.revokeObjectURL(address);
}

/** A picture of the service as a data: address, because an <img> could not send the key. */
export async function fetchPicture(path) {
  const blob = await (await request(path)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
