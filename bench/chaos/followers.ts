import { type FeedName, shopFeed, userFeed } from '@haat/contract/events/feeds';
import { database } from '@haat/core/db/database';
import { newestNumber } from '@haat/core/services/notifications/read-feeds';
import { FollowingReader } from '../../api/test/following-reader.ts';
import { FollowingSocket, type Told } from '../../api/test/following-socket.ts';
import type { MarketShop, Person } from './market.ts';

const STREAMS_PER_SHOP = 2;

type Follower = { name: string; feed: FeedName; told(): Told[]; close(): unknown };

/** Everybody who looks at a screen meanwhile: two streams and a socket per shop, a socket per customer. */
export class Followers {
  readonly #all: Follower[] = [];
  readonly #sockets: FollowingSocket[] = [];
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

  /** Who has not been told everything so far. */
  async behind(): Promise<string[]> {
    const missing = await Promise.all(
      this.#all.map(async ({ name, feed, told }) => {
        const [newest, last] = [await newestNumber(feed), told().at(-1)?.seq ?? 0];
        return last === newest ? [] : [`${name} at ${last} of ${newest}`];
      }),
    );
    return missing.flat();
  }

  /** What anybody was told twice, not, in another order than it is in the feed, or of another order. */
  async mistold(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { name, feed, told } of this.#all) {
      const { rows } = await database().pool.query<Told>(FEED, [feed]);
      const [heard, due] = [told(), rows].map((all) => all.map(({ seq, orderId }) => `${seq}: order ${orderId}`));
      const at = Array.from({ length: Math.max(told().length, rows.length) }).findIndex(
        (_, n) => heard?.[n] !== due?.[n],
      );
      if (at >= 0) wrong.push(`${name} was told ${heard?.[at] ?? 'nothing'} where ${due?.[at] ?? 'nothing'} was due`);
    }
    return wrong;
  }

  get told(): number {
    return this.#all.reduce((sum, { told }) => sum + told().length, 0);
  }

  /** How long after it happened each thing came to a socket, in ms. */
  get delays(): number[] {
    return this.#sockets.flatMap(({ delays }) => delays);
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((follower) => follower.close()));
  }

  #addStream(name: string, shopId: number, { token }: Person): void {
    const reader = new FollowingReader([`${this.#url}/api/notifications/stream?token=${token}`]);
    const told = () => reader.events.map(({ id, data }) => ({ seq: id, orderId: Number(data.order_id) }));
    this.#all.push({ name, feed: shopFeed(shopId), told, close: () => reader.close() });
  }

  #addSocket(name: string, feed: FeedName, { token }: Person): void {
    const socket = new FollowingSocket({ url: this.#url, token, feed });
    this.#sockets.push(socket);
    this.#all.push({ name, feed, told: () => socket.told, close: () => socket.close() });
  }
}

const FEED = `SELECT seq, order_id AS "orderId" FROM notifications WHERE feed = $1 ORDER BY seq`;
