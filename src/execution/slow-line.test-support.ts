import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** Does the work beside a line to a port whose new connections take that many milliseconds until they carry anything. */
export async function withSlowLine<Value>(
  to: number,
  delay: number,
  work: (url: string) => Promise<Value>,
): Promise<Value> {
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = net.createServer((near) => {
    keep(near);
    near.pause();
    setTimeout(() => {
      const far = net.connect(to, '127.0.0.1');
      keep(far);
      near.pipe(far).pipe(near);
      near.once('close', () => far.destroy());
    }, delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
}
