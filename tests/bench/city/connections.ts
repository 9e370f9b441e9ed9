import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CATALOG_NAMESPACE, type OrderStatusEvent, type SocketAuth } from '@haat/contract/socket-events';

const TIMEOUT_MS = 30_000;

export type Connection = {
  readonly isOpen: boolean;
  close(): void;
};

type Opening = { url: string; address: string };
/** An order on a shop's screen, and when it was placed, by the server (ms since 1970). */
type OnOrder = (orderId: number, at: number) => void;

/** A shop's stream of new orders. Rejects when it is refused. */
export async function openStream(
  { url, address, token }: Opening & { token: string },
  onOrder: OnOrder,
): Promise<Connection> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  const sent = get(`${url}/api/notifications/stream?token=${token}`, {
    agent: false,
    headers: { 'x-forwarded-for': address },
  });
  const late = setTimeout(() => sent.destroy(new Error('The stream did not open in time')), TIMEOUT_MS);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  clearTimeout(late);
  if (response.statusCode !== 200) {
    sent.destroy();
    throw new Error(`The stream was answered ${response.statusCode}`);
  }
  let isOpen = true;
  const end = (): void => void (isOpen = false);
  sent.on('error', end);
  response.on('error', end);
  response.once('close', end);
  response.setEncoding('utf8');
  let rest = '';
  response.on('data', (text: string) => {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const [, data] = /^data: (.*"order_id".*)$/m.exec(frame) ?? [];
      if (data === undefined) continue;
      const { order_id, created_at } = JSON.parse(data) as { order_id: number; created_at: string };
      onOrder(order_id, Date.parse(created_at));
    }
  });
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => sent.destroy(),
  };
}

/** The socket of a visitor who looks at a shop, and follows its catalog. */
export const watchCatalog = (opening: Opening, shopId: number): Promise<Connection> =>
  openSocket(opening, {
    join: `40${CATALOG_NAMESPACE},`,
    joined: (send) => send(`42${CATALOG_NAMESPACE},${JSON.stringify(['watch.catalog', { shop_id: shopId }])}`),
  });

/** The socket of a customer, who is sent the status of their orders. */
export const followOrders = (
  opening: Opening,
  auth: SocketAuth,
  onStatus: (event: OrderStatusEvent) => void,
): Promise<Connection> =>
  openSocket(opening, {
    join: `40${JSON.stringify(auth)}`,
    onEvent: (name, event) => void (name === 'order.status' && onStatus(event as OrderStatusEvent)),
  });

type Protocol = {
  /** The message that joins the namespace. */
  join: string;
  joined?: (send: (text: string) => void) => void;
  onEvent?: (name: string, event: unknown) => void;
};

/**
 * A Socket.IO connection by its protocol on a bare WebSocket: the client library would take several times the memory and CPU
 * time for thousands of them. Rejects when it is refused.
 */
function openSocket({ url, address }: Opening, { join, joined, onEvent }: Protocol): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    handshakeTimeout: TIMEOUT_MS,
    headers: { 'x-forwarded-for': address },
  });
  const late = setTimeout(() => socket.terminate(), TIMEOUT_MS);
  let isOpen = false;
  const connection = {
    get isOpen() {
      return isOpen;
    },
    close: () => socket.close(),
  };
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text === '2') socket.send('3');
    else if (text.startsWith('0')) socket.send(join);
    else if (text.startsWith('40')) {
      clearTimeout(late);
      isOpen = true;
      joined?.((message) => socket.send(message));
      resolve(connection);
    } else if (text.startsWith('44')) socket.terminate();
    else if (text.startsWith('42[') && onEvent) onEvent(...(JSON.parse(text.slice(2)) as [string, unknown]));
  });
  socket.once('error', reject);
  socket.once('close', () => {
    clearTimeout(late);
    isOpen = false;
    reject(new Error('The socket was refused'));
  });
  return promise;
}
