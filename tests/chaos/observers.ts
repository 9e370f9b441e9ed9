import { type FeedName, shopFeed, userFeed } from '@haat/contract/socket-events';
import { database } from '@haat/core/db/database';
import { ReconnectingStream } from '../../api/test/reconnecting-stream.ts';
import { ReconnectingSocket, type ReceivedEvent } from '../../api/test/reconnecting-socket.ts';
import type { MarketShop, Person } from './market.ts';
import type { LocalFcm } from '../fixtures/push/start-fcm.ts';
import { type Caller, callWithRetry } from './retry.ts';

const STREAMS_PER_SHOP = 2;

/** `kind`: the only one that it shows; all if missing. */
type Follower = { name: string; feed: FeedName; kind?: string; received(): ReceivedEvent[]; close(): unknown };

/** The open screens: two streams and a socket per shop, a socket per customer. */
export class Followers {
  readonly #all: Follower[] = [];
  readonly #sockets: ReconnectingSocket[] = [];
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  ofShop({ id, vendor }: MarketShop): void {
    for (let nth = 1; nth <= STREAMS_PER_SHOP; nth++) this.#addStream(`stream ${nth} of shop ${id}`, id, vendor);
    this.#addSocket(`the socket of shop ${id}`, shopFeed(id), vendor);
  }

  ofCustomer(customer: Person): void {
    this.#addSocket(`the socket of customer ${customer.id}`, userFeed(customer.id), customer);
  }

  /** Who has not received everything so far. */
  async behind(): Promise<string[]> {
    const missing = await Promise.all(
      this.#all.map(async (follower) => {
        const [newest, last] = [(await rowsFor(follower)).at(-1)?.seq ?? 0, follower.received().at(-1)?.seq ?? 0];
        return last === newest ? [] : [`${follower.name} at ${last} of ${newest}`];
      }),
    );
    return missing.flat();
  }

  /** Events that were received twice, not at all, in a different sequence than in the feed, or for another order. */
  async misdelivered(): Promise<string[]> {
    const wrong: string[] = [];
    for (const follower of this.#all) {
      const { name, received } = follower;
      const rows = await rowsFor(follower);
      const [actual, expected] = [received(), rows].map((all) =>
        all.map(({ seq, orderId }) => `${seq}: order ${orderId}`),
      );
      const at = Array.from({ length: Math.max(received().length, rows.length) }).findIndex(
        (_, n) => actual?.[n] !== expected?.[n],
      );
      if (at >= 0)
        wrong.push(`${name} received ${actual?.[at] ?? 'nothing'} instead of ${expected?.[at] ?? 'nothing'}`);
    }
    return wrong;
  }

  get received(): number {
    return this.#all.reduce((sum, { received }) => sum + received().length, 0);
  }

  /** How long after it happened each thing came to a socket, in ms. */
  get delays(): number[] {
    return this.#sockets.flatMap(({ delays }) => delays);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((follower) => follower.close()));
  }

  #addStream(name: string, shopId: number, { token }: Person): void {
    const reader = new ReconnectingStream([`${this.#url}/api/notifications/stream?token=${token}`]);
    const received = () => reader.events.map(({ id, data }) => ({ seq: id, orderId: Number(data.order_id) }));
    // A stream shows new orders only, a socket everything.
    const shown = { feed: shopFeed(shopId), kind: 'order.placed' };
    this.#all.push({ name, ...shown, received, close: () => reader.close() });
  }

  #addSocket(name: string, feed: FeedName, { token }: Person): void {
    const socket = new ReconnectingSocket({ url: this.#url, token, feed });
    this.#sockets.push(socket);
    this.#all.push({ name, feed, received: () => socket.received, close: () => socket.close() });
  }
}

/** What a follower has to receive. */
async function rowsFor({
  feed,
  kind = null,
}: Pick<Follower, 'feed'> & { kind?: string | null }): Promise<ReceivedEvent[]> {
  return (await database().pool.query<ReceivedEvent>(FEED, [feed, kind])).rows;
}

const FEED = `SELECT seq, order_id AS "orderId" FROM notifications
  WHERE feed = $1 AND ($2::text IS NULL OR kind = $2) ORDER BY seq`;

const TIMEOUT_MS = 20_000;

const phoneOf = ({ id }: MarketShop): string => `phone-of-shop-${id}`;

/** Each vendor has a phone that is notified of new orders while the app is closed. */
export async function registerPhones(line: Caller, shops: MarketShop[]): Promise<void> {
  for (const shop of shops) {
    const call = { path: '/api/users/fcm-token', body: { fcm_token: phoneOf(shop) } };
    const reply = await callWithRetry({ ...line, token: shop.vendor.token }, call, TIMEOUT_MS);
    if (reply?.status !== 200) throw new Error(`The phone was not taken: ${JSON.stringify(reply)}`);
  }
}

type Due = { id: string; attempts: number };
/** `again`: how often a phone was notified again because the worker that had the response was killed. */
export type PhoneCheck = { received: number; again: number; wrong: string[] };

/**
 * Whether each phone was notified of each order, and twice only where the first response was lost with its worker. `since`:
 * only of orders that were placed from then on.
 */
export async function checkPhones({ log }: LocalFcm, shops: MarketShop[], since = new Date(0)): Promise<PhoneCheck> {
  const check: PhoneCheck = { received: 0, again: 0, wrong: [] };
  for (const shop of shops) {
    const { rows } = await database().pool.query<Due>(DUE, [`shop:${shop.id}`, phoneOf(shop), since]);
    const received = Map.groupBy(log.sentTo(phoneOf(shop)), ({ data }) => data?.['id'] ?? 'nothing');
    for (const { id, attempts } of rows) {
      const times = received.get(id)?.length ?? 0;
      check.received += times;
      check.again += Math.max(times - 1, 0);
      if (times === 0) check.wrong.push(`the phone of shop ${shop.id} was never notified of ${id}`);
      if (times > attempts) check.wrong.push(`the phone of shop ${shop.id} was notified of ${id} ${times} times`);
    }
  }
  return check;
}

/** How many messages have not been sent yet. */
export async function messagesLeft(): Promise<string[]> {
  const { rows } = await database().pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM deliveries WHERE state = 'queued'`,
  );
  return rows.flatMap(({ n }) => (n > 0 ? [`${n} messages to phones`] : []));
}

/** Ends the leases of workers that were killed. */
export async function expediteMessages(): Promise<void> {
  await database().pool.query(
    `UPDATE deliveries SET due_at = now()
     WHERE state = 'queued' AND due_at > now() AND updated_at < now() - interval '10 seconds'`,
  );
}

const DUE = `
  SELECT n.feed || '#' || n.seq AS id, coalesce(d.attempts, 0) AS attempts FROM notifications n
  LEFT JOIN deliveries d ON d.feed = n.feed AND d.seq = n.seq AND d.target = encode(sha256($2::bytea), 'hex')
  WHERE n.feed = $1 AND n.kind = 'order.placed' AND n.created_at >= $3 ORDER BY n.seq`;
