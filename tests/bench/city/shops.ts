import type { OrderStatus } from '@haat/contract/orders/order-status';
import { CITY } from './evening.ts';
import { now } from './caller.ts';
import type { CityShop } from './city-data.ts';
import { type Connection, openStream } from './connections.ts';
import type { Screen } from './deliveries.ts';
import { type Scene, tokenOf } from './scene.ts';

const THINK_MS = 2_000;
/** Of an order that its customer picks up. */
const STEPS = ['Accepted', 'Ready', 'Delivered'] as const satisfies OrderStatus[];

type OpenScreen = Screen & { stream: Connection };

/** Shops with an open board, on one screen or two, who take each order that they see through its steps. */
export class Shops {
  readonly #scene: Scene;
  readonly #shops: CityShop[];
  readonly #screens: OpenScreen[] = [];
  /** The steps that were answered with 200, by order. */
  readonly steps = new Map<number, OrderStatus[]>();

  constructor(scene: Scene, shops: CityShop[]) {
    this.#scene = scene;
    this.#shops = shops;
  }

  get screens(): readonly Screen[] {
    return this.#screens;
  }

  /** Opens the screens: one for each shop, and a second one for every other. */
  async open(): Promise<void> {
    const count = Math.round(this.#shops.length * CITY.streamsPerShop);
    await this.#scene.openAll(count, async (nth) => {
      const shop = this.#shops[nth % this.#shops.length];
      if (shop) await this.#openScreen(shop, nth < this.#shops.length);
    });
  }

  end(): void {
    for (const { stream } of this.#screens) {
      if (!stream.isOpen) this.#scene.brokenConnections++;
      stream.close();
    }
  }

  /** `isFirst`: a vendor works at this one. */
  async #openScreen(shop: CityShop, isFirst: boolean): Promise<void> {
    const { caller } = this.#scene;
    const [orderIds, address, token] = [[] as number[], this.#scene.address(), await tokenOf(shop.vendor, 'vendor')];
    const stream = await this.#scene.open(
      openStream({ url: caller.next(), address, token }, (orderId, at) => {
        orderIds.push(orderId);
        this.#scene.shown('shopScreens', at);
        if (isFirst && !this.steps.has(orderId)) this.#serve(shop, { orderId, address, token });
      }),
    );
    if (stream) this.#screens.push({ shopId: shop.id, orderIds, stream });
  }

  #serve(shop: CityShop, order: Served): void {
    const { orderId, address, token } = order;
    this.steps.set(orderId, []);
    this.#scene.at(now() + this.#scene.think(THINK_MS), async (due) => {
      const path = `/api/orders/shop/${shop.id}?group=open`;
      await Promise.all([
        this.#scene.call('reads', { what: 'open orders', path, due, address, token }),
        this.#advance(order, due),
      ]);
    });
  }

  /** The next step, and after a time to think the one after it. */
  async #advance(order: Served, due: number): Promise<void> {
    const { orderId, address, token } = order;
    const done = this.steps.get(orderId) ?? [];
    const status = STEPS[done.length];
    if (!status) return;
    const call = { what: status, method: 'PATCH', path: `/api/orders/${orderId}/status`, body: { status } } as const;
    const answer = await this.#scene.call('steps', { ...call, due, address, token });
    if (!answer) return;
    done.push(status);
    if (STEPS[done.length]) this.#scene.at(now() + this.#scene.think(THINK_MS), (next) => this.#advance(order, next));
  }
}

type Served = { orderId: number; address: string; token: string };
