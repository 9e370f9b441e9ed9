import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A line between a browser and the product that can be cut, as one does between a shop and the world. */
export type BreakableLine = { url: string; cut(): void; mend(): void; close(): Promise<void> };

/** Passes bytes on to `target`. Cut, it drops what is connected and takes nobody in. */
export async function openBreakableLine(target: string): Promise<BreakableLine> {
  const { hostname, port } = new URL(target);
  const connected = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [side, other] of [
      [near, far],
      [far, near],
    ] as const) {
      connected.add(side);
      side.on('error', () => other.destroy());
      side.once('close', () => {
        connected.delete(side);
        other.destroy();
      });
      side.pipe(other);
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const drop = () => connected.forEach((socket) => socket.destroy());
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      drop();
      await closed;
    },
  };
}
