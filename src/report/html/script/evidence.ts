/** Checks and exchanges that stand in the template, as data, put into their case when it is opened. */
export const evidence = `
let island = null;
let anchors = null;
const tags = /<[^>]*>/g;
const entity = /&(amp|lt|gt|quot|#39);/g;
const characters = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function readIsland() {
  island ??= JSON.parse(document.getElementById('evidence').content.textContent);
  return island;
}

function contentOf(box) {
  const { pieces, boxes } = readIsland();
  return (boxes[Number(box.dataset.box)] ?? []).map((index) => pieces[index]).join('');
}

function isWaiting(box) {
  return box.dataset.box !== undefined && box.dataset.filled === undefined;
}

function fill(box) {
  if (!isWaiting(box)) return;
  box.dataset.filled = '';
  // Escaped when the report was written, like the page itself.
  box.querySelector('.inside').innerHTML = contentOf(box);
}

function plainTextOf(item) {
  const hidden = isWaiting(item) ? contentOf(item).replace(tags, '').replace(entity, (_, name) => characters[name]) : '';
  return (item.textContent + ' ' + hidden).toLowerCase();
}

function boxOfExchange(id) {
  if (anchors === null) {
    anchors = new Map();
    for (const box of document.querySelectorAll('[data-box]')) {
      for (const name of readIsland().anchors[Number(box.dataset.box)] ?? [])
        anchors.set(name.startsWith('~') ? box.id.slice('case:'.length) + name.slice(1) : name, box);
    }
  }
  return anchors.get(id) ?? null;
}
`;
