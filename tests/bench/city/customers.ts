import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { userFeed } from '@haat/contract/socket-events';
import { cartLineId } from '@haat/contract/orders/cart';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { toRupees } from '@haat/contract/rupees';
import type { CityShop, Person } from './city-data.ts';
import { type Connection, followOrders } from './connections.ts';
import { Crowd } from './crowd.ts';
import { now } from './caller.ts';
import { type Scene, tokenOf } from './scene.ts';

const THINK_MS = 1_000;
const LINES = 3;

/** An order that was answered with 201, and the statuses that its customer was sent. */
type Followed = { id: number; shopId: number; events: OrderStatus[] };

type Visit = { person: Person; shop: CityShop; address: string; events: Map<number, OrderStatus[]>; key: string };

/** People who order, and follow their order on a socket. */
export class Customers {
  readonly #scene: Scene;
  readonly #shops: CityShop[];
  readonly #people: Person[];
  #came = 0;
  readonly #crowd: Crowd;
  readonly orders: Followed[] = [];
  /** Orders that were refused, or not answered. */
  failed = 0;

  constructor(scene: Scene, shops: CityShop[], people: Person[]) {
    this.#scene = scene;
    this.#shops = shops;
    this.#people = people;
    this.#crowd = new Crowd(scene);
  }

  /** Opens the connections of customers who still follow an order from before. */
  async settle(count: number): Promise<void> {
    await this.#scene.openAll(count, () =>
      this.#crowd.add(this.#follow(this.#next(), this.#scene.address(), new Map())),
    );
  }

  /** A customer orders and follows the order, in place of the one who has followed an order longest. */
  order(from: number): void {
    const scene = this.#scene;
    const [person, shop, address] = [this.#next(), scene.oneOf(this.#shops), scene.address()];
    const events = new Map<number, OrderStatus[]>();
    scene.at(from, () => this.#crowd.replace(this.#follow(person, address, events)));
    const key = `city-${person.userId}-${Math.floor(from)}`;
    scene.at(from + scene.think(THINK_MS), (due) => this.#place({ person, shop, address, events, key }, due));
  }

  end(): void {
    this.#crowd.end();
  }

  /** Orders, and looks at the order a little later. */
  async #place({ person, shop, address, events, key }: Visit, due: number): Promise<void> {
    const [scene, token] = [this.#scene, await tokenOf(person)];
    const call = { what: 'order', method: 'POST', path: '/api/orders', body: this.#body(shop), key } as const;
    const answer = await scene.call('orders', { ...call, due, address, token });
    if (!answer) {
      this.failed++;
      return;
    }
    const { orderId } = JSON.parse(answer.body.toString()) as { orderId: number };
    this.orders.push({ id: orderId, shopId: shop.id, events: eventsOf(events, orderId) });
    const own = { what: 'own orders', path: '/api/orders/user?limit=10' };
    scene.at(now() + scene.think(THINK_MS), (at) => scene.call('reads', { ...own, due: at, address, token }));
  }

  #next(): Person {
    const person = this.#people[this.#came++ % this.#people.length];
    if (!person) throw new Error('The city has no customers');
    return person;
  }

  // From the first event of the account on: nothing is missed that happens before the socket is connected.
  async #follow(person: Person, address: string, events: Map<number, OrderStatus[]>): Promise<Connection> {
    const auth = { token: await tokenOf(person), last: { [userFeed(person.userId)]: 0 } };
    const opening = { url: this.#scene.caller.next(), address };
    return followOrders(opening, auth, ({ order_id, status, at }) => {
      eventsOf(events, order_id).push(status);
      this.#scene.shown('customerScreens', Date.parse(at));
    });
  }

  #body({ products }: CityShop): PlaceOrderBody {
    const first = Math.floor(this.#scene.chance() * (products.length - LINES));
    const lines = products
      .slice(first, first + LINES)
      .map((product) => ({ ...product, quantity: 1 + Math.floor(this.#scene.chance() * 3) }));
    return {
      items: lines.map(({ productId, pricePaise, quantity }) => ({
        id: cartLineId({ productId, sizeId: 0, colorId: 0, unitId: 0 }),
        price: toRupees(pricePaise),
        quantity,
      })),
      total: toRupees(lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0)),
      address: null,
      paymentMethod: 'cod',
      takeaway: true,
    };
  }
}

function eventsOf(events: Map<number, OrderStatus[]>, orderId: number): OrderStatus[] {
  const known = events.get(orderId) ?? [];
  events.set(orderId, known);
  return known;
}
