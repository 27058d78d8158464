const read = text => new DOMParser().parseFromString(text, "text/html");
const nodes = (page, id) => [...page.getElementById(id).childNodes];
let last = read(document.documentElement.outerHTML);
async function update() {  // what is equal to the page as it was read last stays, with what was typed there
  const next = read(await (await fetch("/")).text()), focus = document.activeElement;
  for (const id of ["bar", "title", "elements"]) {
    const now = nodes(document, id), old = nodes(last, id);
    const kept = (node, place = old.findIndex(one => one?.isEqualNode(node))) => { delete old[place]; return now[place]; };
    document.getElementById(id).replaceChildren(...nodes(next, id).map(node => kept(node) ?? document.importNode(node, true)));
  }
  last = next;
  focus.focus();
}
if (document.body.dataset.version) {
  const events = new EventSource("/-/events?" + document.body.dataset.version);
  events.onmessage = update;
  addEventListener("submit", () => events.close());
}
document.getElementById("search")?.addEventListener("input", event => {
  for (const part of document.querySelectorAll(".module, .route"))
    part.classList.toggle("dim", !part.textContent.toLowerCase().includes(event.target.value.toLowerCase()));
});
