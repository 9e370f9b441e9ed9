import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Place = { host: string; port: number };
export type FrontDoor = { url: string; stop(): void };

/** One address for all replicas where there is no HAProxy: each connection goes to the next one in turn that takes it. */
export async function openFrontDoor(replicas: Place[]): Promise<FrontDoor> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    open.add(near);
    near.on('error', () => {});
    near.once('close', () => open.delete(near));
    turn += 1;
    const first = turn % replicas.length;
    void lead(near, [...replicas.slice(first), ...replicas.slice(0, first)]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function lead(near: Socket, replicas: Place[]): Promise<void> {
  for (const { host, port } of replicas) {
    const far = connect(port, host);
    const isThere = await once(far, 'connect').then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    far.on('error', () => {});
    // A replica that dies takes its connections with it.
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
    near.pipe(far).pipe(near);
    return;
  }
  near.destroy();
}
