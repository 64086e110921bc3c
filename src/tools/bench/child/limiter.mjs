// A gateway that passes a limited number of requests per second to a service, one after the other, and refuses
// the others with 429.
import { createServer, request } from 'node:http';

const [to, rate] = process.argv.slice(2);
let next = 0;
const server = createServer((incoming, answer) => {
  const now = performance.now();
  if (now < next) {
    answer.writeHead(429, { 'content-length': 0 }).end();
    return;
  }
  next = now + 1000 / Number(rate);
  const { method, url, rawHeaders, socket } = incoming;
  const options = { method, headers: rawHeaders, localAddress: socket.remoteAddress };
  const onward = request(new URL(url, to), options, (answered) => {
    answer.writeHead(answered.statusCode, answered.rawHeaders);
    answered.pipe(answer);
  });
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listens on http://127.0.0.1:${server.address().port}\n`),
);
process.on('SIGTERM', () => process.exit());
