import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Delivery = { path: string; headers: Record<string, string>; body: string };

/** Stands where the product stands: keeps what it is sent, answers what `answer` says. */
export async function startListener(answer: (delivery: Delivery) => number = () => 200) {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const delivery = { path: request.url ?? '', headers: request.headers as Record<string, string>, body };
      deliveries.push(delivery);
      response.writeHead(answer(delivery)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, deliveries, stop };
}
