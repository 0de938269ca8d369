// Reads the organization in the background while one of its pages is open: a part, a rest, the next part.
const ID = "crawls-progress";
let isReading = false;
const place = () => document.querySelector(`#${ID}[data-crawl]`);

// A page that isn't read yet came into the window.
export function start() {
  if (!isReading) later();
}

const later = () => setTimeout(read, 1000 * place().dataset.rest);

async function read() {
  const at = place();
  if (!at || isReading) return;
  isReading = true;
  const isOver = await readPart(at).catch(() => true); // the next page goes on
  isReading = false;
  if (isOver) return;
  if (place()) later();
  else document.querySelectorAll("[hx-trigger=crawled]").forEach((list) => htmx.trigger(list, "crawled"));
}

// Nobody has to be there for it, so it doesn't keep the session. Returns whether to stop until the next page.
async function readPart(at) {
  const headers = { ...asPart(ID), "X-CSRFToken": pageToken(), "masthead-unattended": "true" };
  const answer = await fetch(at.dataset.crawl, { method: "POST", headers });
  if (answer.status !== 200) return true;
  const now = document.getElementById(ID);
  if (now?.dataset.crawl !== at.dataset.crawl) return true; // another organization's page by now
  now.replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(ID));
  return false;
}
