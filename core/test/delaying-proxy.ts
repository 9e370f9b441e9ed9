import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type DelayingProxy = { url: string; stop(): void };

/** The same server, `delay` ms further away in each direction. */
export async function startDelayingProxy(url: string, delay: number): Promise<DelayingProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      // Timers of one length fire in their order, so the bytes arrive in theirs.
      from.on('data', (chunk) => void sleep(delay).then(() => to.write(chunk)));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = new URL(url);
  near.port = String((server.address() as AddressInfo).port);
  const stop = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { url: near.href, stop };
}
