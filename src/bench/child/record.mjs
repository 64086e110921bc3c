// Preloaded into a run: writes every request that undici sends, in their order, and how many modules are loaded, into the
// file that RECORD names.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const modules = { own: 0, foreign: 0 };
registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) modules[url.includes('/node_modules/') ? 'foreign' : 'own'] += 1;
    return nextLoad(url, context);
  },
});

const requests = [];
const open = new Set();

subscribe('undici:client:sendHeaders', ({ request, socket }) => {
  const { method, path, headers, body } = request;
  // One that was alone may have waited for all that came before it.
  const isAlone = open.size === 0;
  open.add(request);
  requests.push({
    method,
    path,
    headers,
    body: body?.toString() ?? null,
    localAddress: socket.localAddress,
    isAlone,
  });
});
subscribe('undici:request:trailers', ({ request }) => open.delete(request));
subscribe('undici:request:error', ({ request }) => open.delete(request));
process.on('exit', () => writeFileSync(process.env.RECORD, JSON.stringify({ requests, modules })));
