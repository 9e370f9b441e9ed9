import pg from 'pg';
import { inTime } from '../in-time.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';
import { batched } from './batched.ts';
import type { Bus, Poke } from './bus.ts';
import { PokeListeners } from './poke-listeners.ts';
import { backoff } from './reconnect-delay.ts';

const CHANNEL = 'haat_live';
const ANSWERS_WITHIN_MS = 2_000;
const NOTIFY = {
  name: 'bus-notify',
  text: `select count(pg_notify('${CHANNEL}', message)) from unnest($1::text[]) as message`,
};

/** Pokes by LISTEN/NOTIFY: sent through `pool`, heard on a connection of its own that is made anew when it breaks. */
export async function connectPostgresBus(url: string, pool: pg.Pool): Promise<Bus> {
  const listeners = new PokeListeners();
  const ear = new Ear(url, listeners);
  await ear.open();
  const send = async (pokes: Poke[]): Promise<void> => {
    await pool.query({ ...NOTIFY, values: [pokes.map((poke) => JSON.stringify(poke))] });
  };
  return {
    answers: () => ear.answers(),
    publish: batched(send),
    subscribe: (listener) => listeners.add(listener),
    onReconnect: (listener) => listeners.addReconnect(listener),
    close: () => ear.close(),
  };
}

/** The connection that listens. */
class Ear {
  readonly #url: string;
  readonly #listeners: PokeListeners;
  readonly #complain = quietErrors('bus');
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, listeners: PokeListeners) {
    this.#url = url;
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
    client.on('error', this.#complain);
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => this.#listeners.hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    if (this.#closed) await client.end();
  }

  async answers(): Promise<void> {
    if (!this.#client) throw new Error('The bus is not connected');
    await inTime(this.#client.query('select 1'), ANSWERS_WITHIN_MS, 'The bus does not answer');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    clearTimeout(this.#retry);
    await this.#client?.end();
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
          this.#complain(error);
          if (!this.#closed) this.#reopen(attempt + 1);
        },
      );
    }, backoff(attempt));
  }
}
