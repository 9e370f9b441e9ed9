import type pg from 'pg';
import { untraced } from '../lib/async.ts';
import { log } from '../ops/log.ts';
import { openPool } from './open-pool.ts';
import { isOutage } from './outage.ts';
import { FOLLOWED_TIMELINE, PRIMARY_TIMELINE } from './standbys.ts';

export type ReplicaOptions = { url: string; primaryUrl: string; maxLagMs: number };

/** A position in the WAL of the primary and when it was read there, by the clock of this process. */
type Position = { lsn: number; at: number };

/** The number of positions remembered until they are replayed: 500 seconds' worth with the default bound. */
const MAX_POSITIONS = 1_000;
/** For so long the replica is read from while the primary does not respond: a little longer than a failover takes. */
const PRIMARY_AWAY_MS = 30_000;
/** One sample without a response may be due to load, of that server or of this process. */
const SILENT_SAMPLES = 3;
/** Statements wait for a replica that does not respond until then. */
const MISSED_SAMPLES = 2;
/** The lag is measured so often that a bound of 2 s still has most of it left for the replica. */
const SAMPLES_PER_BOUND = 4;

/**
 * A standby of PostgreSQL that is read from while it is known to have everything that was committed until `maxLagMs` ago. That
 * is measured by WAL positions: the one that the primary had written at a time of this process, and the one replayed by the
 * standby. No two clocks are compared, and an idle primary is no lag. Everything else, like a standby that is promoted, of
 * another cluster, on the timeline of a former primary, not streaming, or unreachable, makes it unusable within the same bound.
 *
 * A primary that does not respond acknowledges nothing, so that a replica that was current then is read from for half a minute:
 * public pages keep working during a failover. Where only this process cannot reach the primary, they are older than the bound
 * for that time.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  #reads: { pool: pg.Pool; clients: Set<pg.PoolClient> };
  // Own connections: a sample must not wait for the statements of requests.
  readonly #samples: { primary: pg.Pool; replica: pg.Pool };
  #positions: Position[] = [];
  /** The last known state of the primary; undefined before its first response. */
  #identity: PrimaryState | undefined;
  /** Since when the primary does not respond, and whether the replica was current then; undefined while it responds. */
  #silence: { since: number; samples: number; wasCurrent: boolean } | undefined;
  /** How many samples in a row the replica has not responded to. */
  #missed = 0;
  /** The replica has everything that was committed before this time of the process. */
  #currentAt = -Infinity;
  /** It did not answer, or is not a standby of the primary. */
  #isRefused = false;
  readonly #openedAt = performance.now();
  #wasUsable: boolean | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sampling: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#reads = this.#openReads();
    const { primaryUrl, url, maxLagMs } = options;
    // A server that does not respond is noticed while the replica still counts as current.
    const alone = { max: 1, min: 0, query_timeout: maxLagMs / 2, connectionTimeoutMillis: maxLagMs / 2 };
    this.#samples = { primary: openPool(primaryUrl, alone), replica: openPool(url, alone) };
    void untraced(() => this.#sampleRepeatedly());
  }

  get maxLagMs(): number {
    return this.#options.maxLagMs;
  }

  get isUsable(): boolean {
    const now = performance.now();
    return !this.#isRefused && (this.#isCurrent(now) || this.#replacesPrimary(now));
  }

  /** The highest possible age of its data. Until it is first current: the time since it was opened. */
  get lagSeconds(): number {
    return (performance.now() - Math.max(this.#currentAt, this.#openedAt)) / 1_000;
  }

  /** Rejects with any error of the replica. After one of its connection it is unusable until the next sample. */
  async query<Row extends unknown[]>(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult<Row>> {
    try {
      return await this.#reads.pool.query<Row>(query);
    } catch (error) {
      if (isOutage(error) && !isPoolTimeout(error)) this.#isRefused = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const { primary, replica } = this.#samples;
    await Promise.all([this.#reads.pool.end(), this.#sampling]);
    await Promise.all([primary.end(), replica.end()]);
  }

  #openReads() {
    const clients = new Set<pg.PoolClient>();
    const { url, maxLagMs } = this.#options;
    const pool = openPool(url, { application_name: 'haat-reads', connectionTimeoutMillis: maxLagMs });
    pool.on('connect', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
    return { pool, clients };
  }

  async #sampleRepeatedly(): Promise<void> {
    const startedAt = performance.now();
    this.#sampling = this.#sample();
    await this.#sampling;
    if (this.#isClosed) return;
    this.#logChange();
    const pauseMs = this.#options.maxLagMs / SAMPLES_PER_BOUND;
    const nextIn = Math.max(0, startedAt + pauseMs - performance.now());
    this.#timer = setTimeout(() => void this.#sampleRepeatedly(), nextIn).unref();
  }

  async #sample(): Promise<void> {
    const at = performance.now();
    const primary = await read<PrimaryState>(this.#samples.primary, PRIMARY_STATE);
    if (this.#isClosed) return;
    if (isState(primary)) this.#noteResponse(primary, at);
    else this.#noteSilence(at, primary === 'unavailable' ? SILENT_SAMPLES : 1);
    const replica = await read<ReplicaState>(this.#samples.replica, REPLICA_STATE);
    if (this.#isClosed) return;
    if (!isState(replica)) {
      this.#missed += replica === 'unavailable' ? MISSED_SAMPLES : 1;
      // Statements that wait for a server that does not answer fail now, and are repeated on the primary.
      if (this.#missed >= MISSED_SAMPLES) this.#dropConnections();
      return;
    }
    this.#missed = 0;
    const isOfPrimary = replica.cluster === this.#identity?.cluster && replica.name === this.#identity.name;
    // One that follows a former primary may have written more than the new one, and lacks what that one commits.
    const follows = !isState(primary) || replica.timeline === primary.timeline;
    this.#isRefused = !replica.isStandby || !isOfPrimary || !follows;
    // Without the primary, the replica's lag is unknown.
    if (this.#isRefused || !isState(primary)) return;
    const replayed = this.#positions.findLastIndex(({ lsn }) => lsn <= Number(replica.lsn));
    if (replayed === -1) return;
    this.#currentAt = this.#positions[replayed]?.at ?? -Infinity;
    this.#positions.splice(0, replayed + 1);
  }

  #noteResponse(primary: PrimaryState, at: number): void {
    this.#identity = primary;
    this.#silence = undefined;
    this.#positions.push({ lsn: Number(primary.lsn), at });
    if (this.#positions.length > MAX_POSITIONS) this.#positions.shift();
  }

  #noteSilence(at: number, samples: number): void {
    this.#silence ??= { since: at, samples: 0, wasCurrent: this.#isCurrent(at) };
    this.#silence.samples += samples;
  }

  #replacesPrimary(now: number): boolean {
    const silence = this.#silence;
    if (!silence?.wasCurrent || silence.samples < SILENT_SAMPLES) return false;
    return now - silence.since < PRIMARY_AWAY_MS;
  }

  #isCurrent(at: number): boolean {
    return at - this.#currentAt <= this.#options.maxLagMs;
  }

  #dropConnections(): void {
    this.#isRefused = true;
    const { pool, clients } = this.#reads;
    if (clients.size === 0) return;
    this.#reads = this.#openReads();
    // Ends a client immediately, whereas the pool would wait for its running statement.
    for (const client of clients) void (client as unknown as pg.Client).end();
    void pool.end();
  }

  #logChange(): void {
    if (this.isUsable === this.#wasUsable) return;
    this.#wasUsable = this.isUsable;
    if (this.isUsable) log.info('The replica is used for reading');
    else log.warn({ lagSeconds: this.lagSeconds }, 'The replica is not used: it lags, or cannot be read');
  }
}

type PrimaryState = { lsn: string; timeline: number; cluster: string; name: string };
/** `timeline`: null when it does not stream. */
type ReplicaState = Omit<PrimaryState, 'timeline'> & { timeline: number | null; isStandby: boolean };

/** Without its state: `unavailable` when its connection is refused or broken, or it is a standby; else it did not respond in time. */
type NoState = 'unavailable' | 'silent';

const isState = <State extends object>(read: State | NoState): read is State => typeof read === 'object';

async function read<State extends object>(pool: pg.Pool, statement: string): Promise<State | NoState> {
  try {
    return (await pool.query<State>(statement)).rows[0] ?? 'silent';
  } catch (error) {
    return isOutage(error) && !isPoolTimeout(error) ? 'unavailable' : 'silent';
  }
}

/** No connection was free, or made, in time: a sign of load. */
const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');

const IDENTITY = `system_identifier::text AS cluster, current_database() AS name FROM pg_control_system()`;
// A commit that was acknowledged is written; a server that is a standby refuses this.
const PRIMARY_STATE = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS lsn, ${PRIMARY_TIMELINE} AS timeline, ${IDENTITY}`;
const REPLICA_STATE = `
  SELECT pg_is_in_recovery() AS "isStandby", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS lsn,
    ${FOLLOWED_TIMELINE} AS timeline, ${IDENTITY}`;
