/** Deep links: what the address names is shown, filtered or collapsed or not. */
export const reveal = `
function findAnchor(id) {
  for (const name of [id, 'case:' + id, 'exchange:' + id]) {
    const found = document.getElementById(name);
    if (found !== null) return found;
  }
  const exchange = id.replace(/^exchange:/, '');
  const box = boxOfExchange(exchange);
  if (box === null) return null;
  fill(box);
  return document.getElementById('exchange:' + exchange);
}

function aim(found) {
  for (const other of document.querySelectorAll('.aimed')) other.classList.remove('aimed');
  found.classList.add('aimed');
  const place = found.matches('details') ? found.querySelector('summary') : found;
  if (place === found) found.tabIndex = -1;
  place.focus({ preventScroll: true });
  found.scrollIntoView();
  // What was drawn for the first time on the way may have moved it.
  let frames = 3;
  const again = () => {
    found.scrollIntoView();
    frames -= 1;
    if (frames > 0) requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
}

function reveal() {
  let id = '';
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const found = id === '' ? null : findAnchor(id);
  if (found === null) return;
  for (let box = found; box !== null; box = box.parentElement) {
    box.classList.remove('out');
    if (box.tagName !== 'DETAILS') continue;
    fill(box);
    box.open = true;
  }
  aim(found);
}
`;
