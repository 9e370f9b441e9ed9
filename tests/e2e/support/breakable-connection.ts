import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between a browser and the product that can be cut. */
export type BreakableConnection = { url: string; cut(): void; restore(): void; close(): Promise<void> };

/** Forwards bytes to `target`. While cut, it drops all connections and refuses new ones. */
export async function openBreakableConnection(target: string): Promise<BreakableConnection> {
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
    restore: () => {
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
