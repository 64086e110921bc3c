// Preloaded into a run: writes every request that undici sends, in their order, how many modules are loaded and connections
// opened, and the bytes on these, into the file that RECORD names.
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
const sockets = new Set();
const open = new Set();

subscribe('undici:client:sendHeaders', ({ request, socket }) => {
  const { method, path, headers, body } = request;
  sockets.add(socket);
  // A request that was alone may have waited for all earlier ones.
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
process.on('exit', () => {
  const sum = (name) => [...sockets].reduce((all, socket) => all + socket[name], 0);
  const bytes = { sent: sum('bytesWritten'), received: sum('bytesRead') };
  const connections = sockets.size;
  writeFileSync(process.env.RECORD, JSON.stringify({ requests, modules, connections, bytes }));
});
