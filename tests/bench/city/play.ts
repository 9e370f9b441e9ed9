import { setTimeout as sleep } from 'node:timers/promises';
import { now } from './caller.ts';
import type { CityData } from './city-data.ts';
import { Customers } from './customers.ts';
import { countEvents, type Placed } from './deliveries.ts';
import { arrivals, CITY, type PlayLength, SOCKETS } from './evening.ts';
import { Scene } from './scene.ts';
import { Shops } from './shops.ts';
import { Visitors } from './visitors.ts';

/** What one load generator plays: so many cities, or a part of one. */
export type Part = CityData & {
  urls: string[];
  cities: number;
  seed: number;
  length: PlayLength;
  /** The clock of the database minus that of this machine, in ms. */
  offsetMs: number;
};

/** `answered`: the ids of the orders that were answered with 201. `unanswered`: how many were not, and may be stored or not. */
export type Report = Scene['times'] & {
  answered: number[];
  unanswered: number;
  errors: Record<string, number>;
  lostEvents: number;
  doubledEvents: number;
  brokenConnections: number;
};

const LAST_STEPS_MS = 40_000;
const LAST_EVENTS_MS = 10_000;

/** The people of a part of the market: first they connect, then they play the evening. */
export class Play {
  readonly #part: Part;
  readonly #scene: Scene;
  readonly #visitors: Visitors;
  readonly #customers: Customers;
  readonly #shops: Shops;

  constructor(part: Part) {
    this.#part = part;
    this.#scene = new Scene(part);
    this.#visitors = new Visitors(this.#scene, part.shops);
    this.#customers = new Customers(this.#scene, part.shops, part.customers);
    this.#shops = new Shops(this.#scene, part.shops);
  }

  /** Opens all streams and sockets of the busiest hour. */
  async connect(): Promise<void> {
    const { cities } = this.#part;
    await this.#shops.open();
    await this.#visitors.settle(Math.round(SOCKETS.visitors * cities));
    await this.#customers.settle(Math.round(SOCKETS.customers * cities));
  }

  /** Plays from that moment on (ms since 1970), and waits until the shops have completed the orders. */
  async run(from: number): Promise<Report> {
    const { cities, length } = this.#part;
    const scene = this.#scene;
    scene.measuredFrom = from + length.riseSeconds * 1_000;
    const coming = { ...length, chance: scene.chance };
    const moments = (perOrder: number): number[] =>
      arrivals({ ...coming, perOrder: perOrder * cities }).map((second) => from + second * 1_000);
    for (const at of moments(CITY.visitorsPerOrder)) this.#visitors.visit(at);
    for (const at of moments(1)) this.#customers.order(at);
    const end = from + (length.riseSeconds + length.busiestSeconds) * 1_000;
    await sleep(Math.max(end - now(), 0));
    await until(() => scene.pending === 0, LAST_STEPS_MS);
    await until(() => this.#events().lost === 0, LAST_EVENTS_MS);
    return this.#report();
  }

  #close(): void {
    this.#visitors.end();
    this.#customers.end();
    this.#shops.end();
    this.#scene.caller.close();
  }

  #events(): ReturnType<typeof countEvents> {
    return countEvents(this.#placed(), [...this.#shops.screens]);
  }

  #placed(): Placed[] {
    return this.#customers.orders.map((order) => ({ ...order, steps: this.#shops.steps.get(order.id) ?? [] }));
  }

  #report(): Report {
    // Connections that have ended by now were broken.
    this.#close();
    const { lost, doubled } = this.#events();
    return {
      ...this.#scene.times,
      answered: this.#customers.orders.map(({ id }) => id),
      unanswered: this.#customers.failed,
      errors: this.#scene.caller.errors,
      lostEvents: lost,
      doubledEvents: doubled,
      brokenConnections: this.#scene.brokenConnections,
    };
  }
}

async function until(isOver: () => boolean, mostMs: number): Promise<void> {
  const last = now() + mostMs;
  while (!isOver() && now() < last) await sleep(200);
}
