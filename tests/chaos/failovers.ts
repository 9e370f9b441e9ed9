import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresCluster } from '../servers/postgres-cluster.ts';
import type { PostgresNode } from '../servers/postgres-node.ts';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { Tally } from './records.ts';
import type { TimedCall } from './recovery.ts';

const SECOND = 1_000;
const CALM_MS = 12 * SECOND;
const APART_MS = 45 * SECOND;
/** Longer than the `ttl` of deploy/patroni.yml, so that another node becomes primary meanwhile. */
const AWAY_MS = 28 * SECOND;
/** The `ttl`, after which Patroni acts, and the time for it. */
const LOST_LIMIT_MS = 30 * SECOND;
/** For faults where Patroni can act immediately. */
const ENDED_LIMIT_MS = 15 * SECOND;

type Kind = 'killed' | 'powered off' | 'frozen' | 'cut off';
type Way = {
  awayMs: number;
  limitMs: number;
  begin(node: PostgresNode): void | Promise<void>;
  end(node: PostgresNode): void;
};

const LOST = { awayMs: AWAY_MS, limitMs: LOST_LIMIT_MS };
const WAYS: Record<Kind, Way> = {
  // PostgreSQL and Patroni by kill -9; the supervisor of the machine starts Patroni again.
  killed: { awayMs: 2 * SECOND, limitMs: ENDED_LIMIT_MS, begin: (node) => node.kill(), end: (node) => node.start() },
  'powered off': { ...LOST, begin: (node) => node.kill(), end: (node) => node.start() },
  frozen: { ...LOST, begin: (node) => node.freeze(), end: (node) => node.thaw() },
  'cut off': { ...LOST, begin: (node) => node.cutOff(), end: (node) => node.reconnect() },
};

/** The same for the same seed: in two rounds each kind comes, the frequent ones twice. */
export function planFailovers({ ms, seed }: { ms: number; seed: number }): Kind[] {
  const chance = seededRandom(seed);
  const rounds: Kind[][] = [
    ['killed', 'frozen', 'cut off'],
    ['powered off', 'frozen', 'cut off'],
  ];
  const mixed = rounds.flatMap((round) =>
    Array.from({ length: round.length }, () => round.splice(Math.floor(chance() * round.length), 1)).flat(),
  );
  return mixed.slice(0, Math.max(1, Math.floor((ms - CALM_MS) / APART_MS)));
}

type Failover = {
  kind: Kind;
  from: string;
  to: string;
  begunAt: number;
  listeningAfterMs: number;
  wholeAfterMs: number;
};

/** Makes the primary of a cluster fail in one way after the other, and reports how Haat recovered. */
export class Failovers {
  readonly #cluster: PostgresCluster;
  readonly #plan: Kind[];
  readonly #isTimed: boolean;
  readonly #happened: Failover[] = [];
  #begun = 0;

  constructor({ cluster, isTimed, ...plan }: { cluster: PostgresCluster; ms: number; seed: number; isTimed: boolean }) {
    this.#cluster = cluster;
    this.#plan = planFailovers(plan);
    this.#isTimed = isTimed;
  }

  /** How many have happened. */
  get count(): number {
    return this.#happened.length;
  }

  async inject(tally: Tally): Promise<[]> {
    this.#begun = Date.now();
    for (const [nth, kind] of this.#plan.entries()) {
      await pause(Math.max(0, this.#begun + CALM_MS + nth * APART_MS - Date.now()));
      this.#happened.push(await this.#failOver(kind, tally));
    }
    return [];
  }

  async #failOver(kind: Kind, tally: Tally): Promise<Failover> {
    const { awayMs, begin, end } = WAYS[kind];
    const listeners = await countListeners(this.#cluster.url);
    if (listeners === 0) tally.fail('no program listens for signals');
    const node = await this.#cluster.primary();
    const begunAt = Date.now();
    await begin(node);
    const ended = pause(awayMs).then(() => end(node));
    const listeningAfterMs = await untilListening(this.#cluster, { listeners, other: node }).then(
      () => Date.now() - begunAt,
      (error: Error) => {
        tally.fail(`${node.name} ${kind}: ${error.message}`);
        return Infinity;
      },
    );
    await ended;
    await this.#cluster.untilWhole();
    const to = (await this.#cluster.primary()).name;
    if (to === node.name) tally.fail(`${node.name} was ${kind} and stayed primary`);
    return { kind, from: node.name, to, begunAt, listeningAfterMs, wholeAfterMs: Date.now() - begunAt };
  }

  /** Prints how long writes and reads were unavailable each time. */
  report(calls: TimedCall[], tally: Tally): void {
    const backAfter = this.#happened.map((failover, nth) => {
      const to = this.#happened[nth + 1]?.begunAt ?? Infinity;
      return this.#reportOne({
        failover,
        calls: calls.filter(({ at, ms }) => at + ms < to || (ms === Infinity && at < to)),
        tally,
      });
    });
    console.log(`${backAfter.length} failovers; writes were back after ${inSeconds(Math.max(...backAfter))} at most`);
  }

  #reportOne({ failover, calls, tally }: { failover: Failover; calls: TimedCall[]; tally: Tally }): number {
    const { kind, from, to, begunAt, listeningAfterMs, wholeAfterMs } = failover;
    const orders = outageIn(
      calls.filter(({ path, isWrite }) => isWrite && path === '/api/orders'),
      begunAt,
    );
    const reads = Map.groupBy(
      calls.filter(({ isWrite }) => !isWrite),
      ({ path = '' }) => nameOf(path),
    );
    console.log(
      `${inSeconds(begunAt - this.#begun).padStart(7)}  ${from} ${kind}, ${to} took over: orders back after ${inSeconds(orders.backAfterMs)}, all programs listen after ${inSeconds(listeningAfterMs)}, ${from} a standby after ${inSeconds(wholeAfterMs)}`,
    );
    for (const [name, of] of reads) {
      const { backAfterMs, failed } = outageIn(of, begunAt);
      if (failed === 0) continue;
      console.log(`${' '.repeat(9)}GET ${name}: ${failed} failed, back after ${inSeconds(backAfterMs)}`);
    }
    const { limitMs } = WAYS[kind];
    if (this.#isTimed && orders.backAfterMs > limitMs)
      tally.fail(`orders were accepted ${inSeconds(orders.backAfterMs)} after ${from} was ${kind}`);
    return orders.backAfterMs;
  }
}

type Outage = { backAfterMs: number; failed: number };

/** `backAfterMs`: from the fault to the end of the longest time after it in which none of the calls was served. */
export function outageIn(calls: TimedCall[], begunAt: number): Outage {
  const served = calls.filter(({ ms }) => ms !== Infinity).map(({ at, ms }) => at + ms);
  const after = served.filter((at) => at >= begunAt).toSorted((one, other) => one - other);
  let [longest, backAt, last] = [0, begunAt, begunAt];
  for (const at of after) {
    if (at - last > longest) [longest, backAt] = [at - last, at];
    last = at;
  }
  const failed = calls.filter(({ at, ms }) => ms === Infinity && at >= begunAt).length;
  return { backAfterMs: after.length === 0 ? Infinity : backAt - begunAt, failed };
}

const nameOf = (path: string): string => path.replace(/\?.*/, '').replaceAll(/\/(?:\d+|shop-[^/]*)(?=\/|$)/g, '/…');

const LISTEN_WITHIN_MS = 60_000;

/** Waits until another node than before has the connections of as many programs that listen for signals. */
async function untilListening(
  cluster: PostgresCluster,
  { listeners, other }: { listeners: number; other: PostgresNode },
): Promise<void> {
  let now = 0;
  for (const until = Date.now() + LISTEN_WITHIN_MS; ; await pause(250)) {
    const primary = await cluster.primary().catch(() => other);
    if (primary !== other) now = await countListeners(cluster.url).catch(() => 0);
    if (now >= listeners) return;
    if (Date.now() > until) throw new Error(`${now} of ${listeners} programs listen for signals`);
  }
}

export async function countListeners(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'haat-bus'`,
    );
    return rows[0]?.n ?? 0;
  } finally {
    void client.end().catch(() => {});
  }
}

const inSeconds = (ms: number): string => `${(ms / SECOND).toFixed(1)} s`;
