import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type FrontDoor = { url: string; stop(): void };

/** One address for all replicas: each connection goes to the next one in turn that takes it. */
export async function openFrontDoor(ports: number[]): Promise<FrontDoor> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    open.add(near);
    near.on('error', () => {});
    near.once('close', () => open.delete(near));
    turn += 1;
    void lead(near, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
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

async function lead(near: Socket, ports: number[]): Promise<void> {
  for (const port of ports) {
    const far = connect(port, '127.0.0.1');
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
