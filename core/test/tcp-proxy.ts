import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `near`: the client's connection; `far`: the one to the server. */
export type ProxiedConnection = { near: Socket; far: Socket };

/** `url`: the address of the server, by way of the proxy. */
export type TcpProxy = { url: string; stop(): void };

/** A proxy before one server. `carry` passes the bytes on; when one side of a connection closes, so does the other. */
export async function startTcpProxy(url: string, carry: (connection: ProxiedConnection) => void): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    carry({ near, far });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxied = new URL(url);
  proxied.hostname = '127.0.0.1';
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href.replace(/(?<=:\d+)\/$/, ''),
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
