import { signAccessToken } from '@haat/core/accounts/session';
import { seededRandom } from '../../fixtures/payments/providers.ts';
import { type Answer, type Call, Caller, now } from './caller.ts';
import type { Person } from './city-data.ts';
import type { Connection } from './connections.ts';
import { thinkMs } from './evening.ts';

const OPENED_AT_ONCE = 48;

/** Shared by all simulated users of a play: calls, connections, a clock, chance, and the measurements. */
export class Scene {
  readonly caller: Caller;
  readonly chance: () => number;
  /** The clock of the database minus that of this process, in ms. */
  readonly #offsetMs: number;
  /** Times (ms) count from here on. */
  measuredFrom = Infinity;
  readonly times = {
    reads: [] as number[],
    orders: [] as number[],
    steps: [] as number[],
    shopScreens: [] as number[],
    customerScreens: [] as number[],
    /** How late the calls were made. */
    lateness: [] as number[],
  };
  brokenConnections = 0;
  /** The number of planned and running actions. */
  pending = 0;

  constructor({ urls, seed, offsetMs }: { urls: string[]; seed: number; offsetMs: number }) {
    this.caller = new Caller(urls);
    this.chance = seededRandom(seed);
    this.#offsetMs = offsetMs;
  }

  /** Does the work at that moment (ms since 1970), whatever else is going on. */
  at(due: number, work: (due: number) => Promise<unknown>): void {
    this.pending++;
    setTimeout(() => {
      if (due >= this.measuredFrom) this.times.lateness.push(now() - due);
      void work(due).finally(() => this.pending--);
    }, due - now());
  }

  /** Makes the call and notes its time. */
  async call(kind: 'reads' | 'orders' | 'steps', call: Call): Promise<Answer | undefined> {
    const answer = await this.caller.call(call);
    if (answer && call.due >= this.measuredFrom) this.times[kind].push(answer.ms);
    return answer;
  }

  /** Notes when something that happened at that moment, by the clock of the database, arrived at a screen. */
  shown(kind: 'shopScreens' | 'customerScreens', at: number): void {
    const ms = now() + this.#offsetMs - at;
    if (now() - ms >= this.measuredFrom) this.times[kind].push(ms);
  }

  think(meanMs: number): number {
    return thinkMs(meanMs, this.chance);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.chance() * items.length)];
    if (item === undefined) throw new Error('Nothing to choose from');
    return item;
  }

  /** The network address of a person, one of ten million. */
  address(): string {
    const part = (most: number): number => Math.floor(this.chance() * most);
    return `10.${part(256)}.${part(256)}.${1 + part(250)}`;
  }

  /** A connection that counts as broken when it cannot be opened. */
  async open<Opened extends Connection>(opening: Promise<Opened>): Promise<Opened | undefined> {
    try {
      return await opening;
    } catch {
      this.brokenConnections++;
      return undefined;
    }
  }

  /** Opens them all, some at a time. */
  async openAll(count: number, open: (nth: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) await open(next++);
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, lane));
  }
}

const tokens = new WeakMap<Person, Promise<string>>();

/** The access token of a customer, or of a vendor. */
export function tokenOf(person: Person, role?: 'vendor'): Promise<string> {
  const known = tokens.get(person);
  if (known) return known;
  const session = { ...person, actorId: person.userId, role, isPlatformAdmin: false };
  const token = signAccessToken(session);
  tokens.set(person, token);
  return token;
}
