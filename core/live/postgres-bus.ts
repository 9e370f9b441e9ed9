import pg from 'pg';
import { backoff, batched, withTimeout } from '../lib/async.ts';
import { run, sql } from '../db/database.ts';
import { canListen } from '../db/pooler.ts';
import { throttledErrorLog } from '../ops/log.ts';
import { type Bus, type Signal, SignalListeners } from './bus.ts';

const CHANNEL = 'haat_live';
const PING_TIMEOUT_MS = 2_000;
/** After this long without a response to a heartbeat, the connection is replaced. */
const SILENCE_TIMEOUT_MS = 5_000;

/**
 * Signals by LISTEN/NOTIFY: published through `pool`, received on a dedicated connection to `url` that is replaced when it
 * breaks, or when the server does not respond to its heartbeat: a primary that is frozen or cut off does not close its
 * connections. Rejects when `url` points to a pooler that does not support LISTEN.
 */
export async function connectPostgresBus(url: string, pool: pg.Pool, heartbeatMs = 10_000): Promise<Bus> {
  const listeners = new SignalListeners();
  const connection = new ListenConnection({ url, pool, heartbeatMs }, listeners);
  await connection.open();
  const publish = async (signals: Signal[]): Promise<void> => {
    await run(NOTIFY, { messages: signals.map((signal) => JSON.stringify(signal)) }, pool);
  };
  return {
    ping: () => connection.ping(),
    isConnected: () => connection.isOpen(),
    publish: batched(publish),
    subscribe: (listener) => listeners.add(listener),
    onReconnect: (listener) => listeners.addReconnect(listener),
    close: () => connection.close(),
  };
}

// Does not wait for the disk, like the queues (`core/queue/queues.ts`): the rows that a signal names are already committed.
const NOTIFY = sql<{ messages: string[] }>(
  `
  SELECT set_config('synchronous_commit', 'off', true), count(pg_notify('${CHANNEL}', message))
  FROM unnest(:messages::text[]) AS message`,
);

const NO_LISTEN =
  'This database address points to a pooler in transaction mode, which does not support LISTEN: set DATABASE_DIRECT_URL to the ' +
  'address of PostgreSQL itself, or REDIS_URL';

class ListenConnection {
  readonly #url: string;
  readonly #pool: pg.Pool;
  readonly #listeners: SignalListeners;
  readonly #logError = throttledErrorLog('bus');
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  readonly #heartbeatMs: number;
  #heartbeat: NodeJS.Timeout | undefined;
  #response: Promise<unknown> | undefined;

  constructor(from: { url: string; pool: pg.Pool; heartbeatMs: number }, listeners: SignalListeners) {
    this.#url = from.url;
    this.#pool = from.pool;
    this.#heartbeatMs = from.heartbeatMs;
    this.#listeners = listeners;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'haat-bus',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', this.#logError);
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ channel, payload }) => {
      // The other channel belongs to `canListen`.
      if (channel === CHANNEL) this.#listeners.receive(payload ?? '');
    });
    try {
      await client.connect();
      await withTimeout(this.#listen(client), SILENCE_TIMEOUT_MS, 'The bus does not respond');
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    this.#heartbeat ??= setInterval(() => void this.#beat(), this.#heartbeatMs).unref();
    if (this.#closed) await this.close();
  }

  async #listen(client: pg.Client): Promise<void> {
    if (!(await canListen(client, this.#pool))) throw new Error(NO_LISTEN);
    await client.query(`LISTEN ${CHANNEL}`);
  }

  isOpen(): boolean {
    return this.#client !== undefined && !this.#closed;
  }

  async ping(): Promise<void> {
    if (!this.#client) throw new Error('The bus is not connected');
    await withTimeout(this.#respond(this.#client), PING_TIMEOUT_MS, 'The bus does not respond');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  /** One query for all callers that wait for a response at the same time. */
  #respond(client: pg.Client): Promise<unknown> {
    this.#response ??= client.query('SELECT 1').finally(() => (this.#response = undefined));
    return this.#response;
  }

  async #beat(): Promise<void> {
    const client = this.#client;
    try {
      if (client) await withTimeout(this.#respond(client), SILENCE_TIMEOUT_MS, 'The bus does not respond');
    } catch (error) {
      this.#logError(error as Error);
      // It waits for a response, so this closes the socket.
      void client?.end().catch(() => {});
    }
  }

  #lost(client: pg.Client): void {
    if (client !== this.#client || this.#closed) return;
    this.#client = undefined;
    this.#reopen(0);
  }

  #reopen(attempt: number): void {
    this.#retry = setTimeout(() => {
      this.open().then(
        () => this.#listeners.reconnected(),
        (error: Error) => {
          this.#logError(error);
          if (!this.#closed) this.#reopen(attempt + 1);
        },
      );
    }, backoff(attempt));
  }
}
