/** What the buttons do, and what is made ready before printing. */
export const actions = `
const atOnce = 200;
const printed = 300;

async function copyFrom(button) {
  const source = button.closest(button.dataset.from).querySelector('.curl pre');
  try {
    await navigator.clipboard.writeText(source.textContent);
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 1500);
  } catch {
    const box = source.closest('details');
    if (box !== null) box.open = true;
    getSelection().selectAllChildren(source);
  }
}

function openSome(boxes) {
  for (const box of boxes.slice(0, atOnce)) {
    fill(box);
    box.open = true;
  }
  if (boxes.length > atOnce) setTimeout(() => openSome(boxes.slice(atOnce)));
}

const deeds = {
  copy: (button) => void copyFrom(button),
  expand: () => openSome([...document.querySelectorAll('details.case:not(.out)')]),
  collapse: () => { for (const box of document.querySelectorAll('details.case[open]')) box.open = false; },
  print: () => print(),
  reset: () => chooseVerdict('all'),
  theme: () => switchTheme(),
};

function act(event) {
  const place = event.target instanceof Element ? event.target.closest('button[data-do], a[data-filter]') : null;
  if (place === null) return;
  if (place.dataset.filter !== undefined) chooseVerdict(place.dataset.filter);
  else deeds[place.dataset.do]?.(place);
}

function prepareToPrint() {
  const told = document.querySelectorAll('details.case:is([data-verdict="fail"], [data-verdict="review"])');
  for (const box of [...told].slice(0, printed)) {
    fill(box);
    box.open = true;
  }
}
`;
