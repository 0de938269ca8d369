// What the page sends to the draft: one edit per gesture, one request at a time, and nothing is lost on the way.
import { board, lineOf, rowOf, rowsOf, say } from "./tree.js";

const SIGNED_OUT = gettext("You are signed out.");
const SIGN_IN = gettext("You are signed out. Sign in again in another window.");
const NEIGHBOURS = 4; // sent along, in case that another window took the nearest away
const LONGEST_REST = 30_000; // ms
const [BAD, CONFLICT, INVALID, BROKEN] = [400, 409, 422, 500];
const queue = []; // moves, and what else was asked for, which has `done`
let lookedAt = null;
let sending = false;
let failures = 0;
let timer = 0;
let turn = Promise.resolve();

const input = (name) => board().querySelector(`[name=${name}]`);
const asBoard = (here) => ask(here.dataset.address, { headers: asPart("structure-board") });
const focusIn = (part) => (part.contains(document.activeElement) ? document.activeElement : null);
const moves = () => queue.filter((job) => !job.done);
// Nobody knows whether the portal did what it was asked.
const isLost = ({ status, leaves }) => !leaves && (!status || status >= BROKEN);

export const isUnsent = () => queue.length > 0;

// Rows were put elsewhere in the page: that is sent.
export function changed(items) {
  const line = lineOf(items[0]);
  const rows = items.filter((row) => lineOf(row) === line);
  const all = rowsOf(line);
  const first = Math.min(...rows.map((row) => all.indexOf(row)));
  const ahead = all.slice(Math.max(0, first - NEIGHBOURS), first).reverse();
  const ids = (name, found) => found.map((row) => [name, row.dataset.item]);
  const fields = [["do", "place"], ["line", line.dataset.line], ...ids("item", rows), ...ids("after", ahead)];
  queue.push({ fields, target: "structure-pane", tells: notice, address: board().dataset.address });
  const saved = board().querySelector("[data-saved]");
  if (saved) saved.textContent = gettext("Saving the draft…");
  board().querySelectorAll("[name=reviewed]").forEach((each) => { each.disabled = true; }); // until the pane lists the move
  flush();
}

// Do something else to the draft, after what was done before. The answer, already shown where `shows` says so.
export function act(fields, shows = () => true, tells = notice) {
  const here = board();
  return new Promise((done) => {
    queue.push({ fields, target: "structure-board", tells, shows, done, here, focused: focusIn(here) });
    flush();
  });
}

// Send what was not sent yet, now. Whether the draft is what the page shows.
export function flush() {
  clearTimeout(timer);
  turn = turn.then(sendAll);
  return turn;
}

async function sendAll() {
  const here = board();
  while (queue.length && board()) {
    const [job] = queue;
    const isStale = job.done ? job.here !== board() : job.address !== board().dataset.address; // of a board that is gone
    const answer = isStale ? { isStale } : await request(job);
    if (!board()) return false;
    const isRefused = job.done && !job.isLost && !isLost(answer);
    if (!isStale && !answer.page && !isRefused) {
      wait(job, answer);
      return false;
    }
    queue.shift();
    failures = 0;
    if (job.done) finish(job, answer);
    else if (!isStale && !arrived(answer)) return false;
  }
  return board() === here; // whoever goes on looks at another board first
}

// What else is asked for is sent once. After a lost answer, the board is read instead.
async function request(job) {
  if (job.done) job.here.querySelector("[data-tree]").inert = true; // what is moved now would go with the board
  sending = !job.done;
  const answer = await (job.isLost ? asBoard(job.here) : post(job.fields, job.target));
  sending = false;
  return answer;
}

// It is tried again after a while. What is told stands where the last thing was asked for.
function wait(job, answer) {
  const why = answer.leaves ? SIGN_IN : answer.words;
  const { tells } = queue.at(-1);
  if (job.done) {
    job.isLost = true;
    tells(gettext("It isn't known whether this was saved. %(why)s This page reads the draft again automatically.", { why }), gettext("Check now"));
  } else {
    tells(
      isLost(answer)
        ? gettext("It isn't known whether your last move was saved in the draft. %(why)s This page keeps the order and sends it again automatically.", { why })
        : gettext("The draft is not saved yet. %(why)s This page keeps the order and sends it again automatically.", { why }),
      gettext("Send now"),
    );
  }
  clearTimeout(timer);
  timer = setTimeout(flush, Math.min(LONGEST_REST, 1000 * 2 ** failures));
  failures += 1;
}

function finish(job, answer) {
  const { page, leaves, isStale, words: why } = answer;
  job.here.querySelector("[data-tree]").inert = false;
  if (leaves) window.location.assign(leaves);
  else if (!page && !isStale) job.tells(gettext("Nothing was changed. %(why)s", { why }));
  else if (job.isLost) {
    renew(page, job.focused);
    const { summary } = board().querySelector("[data-summary]").dataset;
    job.tells(gettext("It isn't known whether this was saved. The page shows your draft as it is now: %(summary)s.", { summary }));
  } else if (page && job.shows(answer)) renew(page, job.focused);
  job.done(job.isLost ? {} : answer);
}

// A move was answered. Whether it is in the draft.
function arrived(answer) {
  board().querySelector("[data-away]").hidden = true;
  if (!answer.saved) {
    queue.splice(0, queue.length, ...queue.filter((job) => job.done)); // the board that came is what the draft is
    say(""); // where a row went, it isn't
  }
  // What was moved meanwhile would go with the board: it is sent first, and brings the board again.
  if (!moves().length || !answer.page.getElementById("structure-board")) renew(answer.page);
  // A draft begins from what is on the site now, which may be newer than this page: then it says so.
  if (answer.saved && lookedAt !== board()) window.htmx.trigger("#structure-changes", "look");
  lookedAt = board();
  return answer.saved;
}

// While a move is on its way, the page does not know yet which draft it shows: it looks when it does.
export function onLook(event) {
  if (!sending || event.target.id !== "structure-changes") return;
  event.preventDefault();
  lookedAt = null;
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

// What the page has to say, with what a button there is called that tries again.
export function notice(words, label = "") {
  const place = board().querySelector("[data-away]");
  if (!place) return say(words);
  const button = place.querySelector("[data-again]");
  place.querySelector("[data-away-words]").textContent = words;
  [button.textContent, button.hidden, place.hidden] = [label, !label, false];
  return undefined;
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
  const look = (each) => each.className.replace("btn-outline", "btn-primary"); // the pane's link may stop to lead
  const sign = (each) => [look(each), each.name, each.value, href(each)].join("|");
  const found = [...scope.querySelectorAll(from.localName)].find((each) => sign(each) === sign(from));
  return found ?? scope.querySelector("[data-handle], a");
}

// Buttons and marks of the board. One without effect keeps the focus that it has, and is no stop of Tab after that.
export function told() {
  const pane = board().querySelector("#structure-pane").dataset;
  for (const button of board().querySelectorAll("[name=do]:is([value=undo], [value=redo])")) {
    button.setAttribute("aria-disabled", String(!pane[button.value]));
    button.disabled = false;
    button.tabIndex = pane[button.value] ? 0 : -1;
  }
  const now = new Set(pane.changed.split(" "));
  board().querySelectorAll(".node").forEach((row) => row.classList.toggle("node-changed", now.has(row.dataset.item)));
}
