// What the page sends to the draft: one edit per gesture, one request at a time, and nothing is lost on the way.
import { board, lineOf, rowOf, rowsOf, say, settle } from "./tree.js";

const SIGNED_OUT = gettext("You are signed out.");
const SIGN_IN = gettext("You are signed out. Sign in again in another window.");
const NEIGHBOURS = 4; // sent along, in case that another window took the nearest away
const LONGEST_REST = 30_000; // ms
const UNSENT = gettext("Nothing was changed. Your last move may not be saved in the draft.");
const OTHER = gettext("Nothing was changed. Your draft changed since you opened this page.");
const [BAD, CONFLICT, INVALID, BROKEN] = [400, 409, 422, 500];
const gestures = []; // that were not sent yet
let lookedAt = null;
let sending = false;
let failures = 0;
let timer = 0;
let wake = null;
let turn = Promise.resolve();

const input = (name) => board().querySelector(`[name=${name}]`);
const pause = (tries) => Math.min(LONGEST_REST, 1000 * 2 ** tries);
const asBoard = (here) => ask(here.dataset.address, { headers: asPart("structure-board") });
const focusIn = (part) => (part.contains(document.activeElement) ? document.activeElement : null);
const whyUnsent = ({ leaves, words }) => (leaves ? SIGN_IN : words);
// Nobody knows whether the portal did what it was asked.
const isLost = ({ status, leaves }) => !leaves && (!status || status >= BROKEN);

export const isUnsent = () => gestures.length > 0 || sending;

// Rows were put elsewhere in the page: that is sent.
export function changed(items) {
  const line = lineOf(items[0]);
  const rows = items.filter((row) => lineOf(row) === line);
  const all = rowsOf(line);
  const first = Math.min(...rows.map((row) => all.indexOf(row)));
  const ahead = all.slice(Math.max(0, first - NEIGHBOURS), first).reverse();
  const ids = (name, found) => found.map((row) => [name, row.dataset.item]);
  gestures.push([["do", "place"], ["line", line.dataset.line], ...ids("item", rows), ...ids("after", ahead)]);
  items.forEach(unselectWithin);
  tell(gettext("Saving the draft…"));
  flush();
}

// What was selected in a row was moved with it.
export function unselectWithin(row) {
  row?.querySelectorAll(".line [name=item]:checked").forEach((each) => each.click());
}

// Send what was not sent yet. Whether the draft is what the page shows.
export function flush() {
  clearTimeout(timer);
  return inTurn(sendGestures);
}

function inTurn(job) {
  turn = turn.then(job);
  return turn;
}

async function sendGestures() {
  const here = board();
  while (gestures.length && board()) {
    sending = true;
    const answer = await post(gestures[0], "structure-pane");
    sending = false;
    if (!answer.page) {
      away(answer);
      return false;
    }
    gestures.shift();
    arrived(answer);
    if (!answer.saved) return false;
    // A draft begins from what is on the site now, which may be newer than this page: then it says so.
    if (lookedAt !== board()) window.htmx.trigger("#structure-changes", "look");
    lookedAt = board();
  }
  return board() === here; // whoever goes on looks at another board first
}

// While a move is on its way, the page does not know yet which draft it shows: it looks when it does.
export function onLook(event) {
  if (!sending || event.target.id !== "structure-changes") return;
  event.preventDefault();
  lookedAt = null;
}

// Do something else to the draft, once all moves are in it. The answer, already shown where `shows` says so, and with
// `words` only where `tells` did not have them.
export async function act(fields, shows = () => true, tells = notice) {
  const here = board();
  if (!(await flush()) && gestures.length) return { saved: false, words: UNSENT };
  if (board() !== here) return { saved: false, words: OTHER };
  const focused = focusIn(here);
  const tree = here.querySelector("[data-tree]");
  tree.inert = true; // what is moved now would go with the board
  const answer = await inTurn(() => postOnce(fields, focused, tells));
  tree.inert = false;
  if (answer.leaves) window.location.assign(answer.leaves);
  else if (answer.page && shows(answer)) renew(answer.page, focused);
  return answer;
}

// While it is not known what came of it, what else is pressed waits for its turn, and finds another board then.
async function postOnce(fields, focused, tells) {
  const here = board();
  const answer = await post(fields, "structure-board");
  if (answer.page || answer.leaves) return answer;
  if (!isLost(answer)) tells(gettext("Nothing was changed. %(why)s", { why: answer.words }));
  else if (await readAgain(here, answer.words, focused, tells)) {
    const { summary } = board().querySelector("[data-summary]").dataset;
    tells(gettext("It isn't known whether this was saved. The page shows your draft as it is now: %(summary)s.", { summary }));
  }
  return {};
}

// Show the board as it is, as soon as it can be read. False where the person went to another page.
async function readAgain(here, lost, focused, tells) {
  let why = lost;
  for (let tries = 0; board() === here; tries += 1) {
    tells(
      gettext("It isn't known whether this was saved. %(why)s This page reads the draft again automatically.", { why }),
      gettext("Check now"),
    );
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, pause(tries));
    });
    const answer = await asBoard(here);
    if (answer.page && board() === here) {
      renew(answer.page, focused);
      return true;
    }
    why = whyUnsent(answer);
  }
  return false;
}

// What waits for the portal tries it now.
export function again() {
  wake?.();
  flush();
}

// A part of a page that a link leads to, or nothing while it cannot be had.
export async function part(address, target) {
  await flush();
  const answer = await ask(address, { headers: asPart(target) });
  if (answer.leaves) window.location.assign(answer.leaves);
  if (!answer.saved) notice(gettext("This can't be opened now. %(why)s Try again.", { why: answer.words }));
  return answer.saved && answer.page.getElementById(target);
}

async function post(fields, target, retries = true) {
  const here = board();
  const body = new URLSearchParams(fields);
  body.set("csrf_token", input("csrf_token").value);
  // What is done on this page is done to what it shows. If another window changed the draft, the whole board comes back.
  if (!body.has("base")) body.set("base", here.querySelector("#structure-form [name=base]").value);
  body.set("draft_shown", input("draft_shown").value);
  const answer = await ask(here.dataset.address, { method: "POST", body, headers: asPart(target) });
  if (answer.status !== BAD || !retries) return answer;
  // The page was open for longer than its token is good for.
  const fresh = await asBoard(here);
  const token = fresh.page?.querySelector("[name=csrf_token]");
  if (token) here.querySelectorAll("[name=csrf_token]").forEach((each) => { each.value = token.value; });
  if (fresh.leaves || fresh.other) return fresh;
  return fresh.saved ? post(fields, target, false) : answer;
}

async function ask(address, request) {
  try {
    const answer = await fetch(address, request);
    if (isOtherPerson(answer)) {
      showAway(answer);
      return { status: answer.status, other: true, words: OTHER_PERSON };
    }
    const leaves = answer.headers.get("HX-Redirect");
    if (leaves) return { status: answer.status, leaves, words: SIGNED_OUT };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const heading = page.querySelector("h1")?.textContent;
    const words = heading ? `${heading}.` : gettext("Masthead refused this.");
    const ours = answer.ok || [CONFLICT, INVALID].includes(answer.status);
    return { status: answer.status, saved: answer.ok, page: ours ? page : null, words };
  } catch {
    return { status: 0, words: gettext("Masthead can't be reached.") };
  }
}

function arrived(answer) {
  failures = 0;
  clearTimeout(timer);
  board().querySelector("[data-away]").hidden = true;
  if (!answer.saved) {
    gestures.length = 0; // the board that came is what the draft is
    say(""); // where a row went, it isn't
  } else if (!gestures.length) settle();
  // What was moved meanwhile would go with the board: it is sent first, and brings the board again.
  if (!gestures.length || !answer.page.getElementById("structure-board")) renew(answer.page);
}

function away(answer) {
  const why = whyUnsent(answer);
  const lost = isLost(answer);
  notice(
    lost
      ? gettext("It isn't known whether your last move was saved in the draft. %(why)s This page keeps the order and sends it again automatically.", { why })
      : gettext("The draft is not saved yet. %(why)s This page keeps the order and sends it again automatically.", { why }),
    gettext("Send now"),
  );
  tell(lost ? gettext("Not confirmed yet") : gettext("Not saved yet"));
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(flush, pause(failures));
}

// What the page has to say, with what a button there is called that tries again.
export function notice(words, label = "") {
  const place = board().querySelector("[data-away]");
  if (!place) return say(words);
  const button = place.querySelector("[data-again]");
  place.querySelector("[data-away-words]").textContent = words;
  [button.textContent, button.hidden, place.hidden] = [label, !label, false];
  return undefined;
}

function tell(words) {
  const saved = board().querySelector("[data-saved]");
  if (saved) saved.textContent = words;
}

// Show what came: the board, or the pane beside the tree.
function renew(page, before = null) {
  const id = page.getElementById("structure-board") ? "structure-board" : "structure-pane";
  const [old, fresh] = [document, page].map((each) => each.getElementById(id));
  if (!old || !fresh) return;
  const focused = before ?? focusIn(old);
  const top = old.scrollTop;
  old.dispatchEvent(new CustomEvent("structure:leaving", { bubbles: true }));
  old.replaceWith(document.adoptNode(fresh));
  window.htmx.process(fresh);
  fresh.scrollTop = top;
  fresh.dispatchEvent(new CustomEvent("structure:renewed", { bubbles: true }));
  const message = fresh.querySelector("[data-problems], [autofocus]");
  if (message) message.focus();
  else if (focused) twin(focused)?.focus({ preventScroll: true });
}

// What stands now where something stood before the board was replaced.
export function twin(old) {
  const from = old.closest(".menu")?.querySelector("summary") ?? old;
  const row = from.closest("[data-item]");
  const scope = (row && rowOf(row.dataset.item)) || board();
  const href = (each) => each.getAttribute("href")?.replace(/\?draft_shown=\w*$/, "");
  const sign = (each) => [each.className, each.name, each.value, href(each)].join("|");
  const found = [...scope.querySelectorAll(from.localName)].find((each) => sign(each) === sign(from));
  return found ?? scope.querySelector("[data-handle], a");
}

// Buttons and marks of the board. One without effect keeps the focus that it has, and is no stop of Tab after that.
export function told() {
  const { undoable, redoable, changed: items } = board().querySelector("#structure-pane").dataset;
  for (const [name, can] of [["undo", undoable], ["redo", redoable]]) {
    const button = board().querySelector(`[name=do][value=${name}]`);
    if (!button) continue;
    [button.disabled, button.tabIndex] = [false, can ? 0 : -1];
    button.setAttribute("aria-disabled", String(!can));
  }
  const now = new Set(items.split(" "));
  board().querySelectorAll(".node").forEach((row) => row.classList.toggle("node-changed", now.has(row.dataset.item)));
}
