import type { Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { batched } from '../lib/async.ts';
import type { Bus, Signal } from './bus.ts';
import { connectBus } from './connect-bus.ts';
import { connectPostgresBus } from './postgres-bus.ts';
import { startTcpProxy } from '../test/tcp-proxy.ts';

const WITHIN = { timeout: 30_000 };

const hub: Signal = { type: 'feed', feed: 'shop:7', seq: 3 };

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

type Carrier = { breakConnections(): Promise<void>; sendRaw(text: string): Promise<void> };

const postgres: Carrier = {
  async breakConnections() {
    await database().pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'haat-bus' and datname = current_database()`,
    );
  },
  async sendRaw(text) {
    await database().pool.query(`select pg_notify('haat_live', $1)`, [text]);
  },
};

const redis: Carrier = {
  breakConnections: () => withRedis((client) => client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')),
  sendRaw: (text) => withRedis((client) => client.publish(`haat_live_${client.options.db ?? 0}`, text)),
};

async function withRedis(work: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(env.REDIS_URL ?? '');
  await work(client);
  client.disconnect();
}

const carrier = env.REDIS_URL ? redis : postgres;

describe('the bus', () => {
  const open: Bus[] = [];
  const connect = async () => {
    const bus = await connectBus();
    open.push(bus);
    return bus;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
  });

  it('carries every signal to every process, its own included, in the order of sending', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const received: Record<string, Signal[]> = { one: [], two: [] };
    one.subscribe((signal) => received.one?.push(signal));
    two.subscribe((signal) => received.two?.push(signal));

    const signals: Signal[] = Array.from({ length: 50 }, (_, at) => ({ type: 'catalog', shopId: 7, version: at }));
    await Promise.all(signals.map((signal) => one.publish(signal)));

    await vi.waitFor(() => expect([received.one, received.two]).toEqual([signals, signals]), WITHIN);
  });

  it('sends nothing to listeners that unsubscribed', async () => {
    const bus = await connect();
    const [left, stays] = [vi.fn(), vi.fn()];
    bus.subscribe(left)();
    bus.subscribe(stays);
    await bus.publish(hub);
    await vi.waitFor(() => expect(stays).toHaveBeenCalledWith(hub), WITHIN);
    expect(left).not.toHaveBeenCalled();
  });

  it('outlives a listener that throws and a message that is no signal', async () => {
    const bus = await connect();
    const listener = vi.fn();
    bus.subscribe(() => {
      throw new Error('a bad listener');
    });
    bus.subscribe(listener);
    await carrier.sendRaw('{"type":');
    await bus.publish(hub);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledExactlyOnceWith(hub), WITHIN);
  });

  it('listens again after its connection was lost, and says that there was a gap', async () => {
    const bus = await connect();
    const [listener, reconnected] = [vi.fn(), vi.fn()];
    bus.subscribe(listener);
    bus.onReconnect(reconnected);

    await carrier.breakConnections();

    await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), WITHIN);
    await vi.waitFor(async () => {
      await bus.publish(hub);
      expect(listener).toHaveBeenCalledWith(hub);
    }, WITHIN);
  });

  it('reports whether it delivers signals', async () => {
    const bus = await connect();
    await expect(bus.ping()).resolves.toBeUndefined();
  });

  it('is silent once closed', async () => {
    const [sender, closed] = await Promise.all([connect(), connect()]);
    const [listener, other] = [vi.fn(), vi.fn()];
    closed.subscribe(listener);
    sender.subscribe(other);
    await closed.close();
    await sender.publish(hub);
    await vi.waitFor(() => expect(other).toHaveBeenCalled(), WITHIN);
    expect(listener).not.toHaveBeenCalled();
  });
});

it('listens again when PostgreSQL stops responding', async () => {
  const { directUrl, pool } = database();
  const sockets: Socket[] = [];
  const proxy = await startTcpProxy(directUrl, ({ near, far }) => {
    sockets.push(near, far);
    near.pipe(far).pipe(near);
  });
  const bus = await connectPostgresBus(proxy.url, pool, 100);
  const [received, reconnected] = [vi.fn(), vi.fn()];
  bus.subscribe(received);
  bus.onReconnect(reconnected);
  // Like a frozen server: the connection stays open without a response.
  for (const socket of sockets) socket.unpipe().pause();
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), WITHIN);
  await bus.publish(hub);
  await vi.waitFor(() => expect(received).toHaveBeenCalledWith(hub), WITHIN);
  await bus.close();
  proxy.stop();
});

it('does not start without PostgreSQL', async () => {
  await expect(connectPostgresBus('postgres://nobody@127.0.0.1:1/none', database().pool)).rejects.toThrow(
    'ECONNREFUSED',
  );
});

describe('batched', () => {
  it('sends what comes during a batch together in the next', async () => {
    const batches: number[][] = [];
    const send = batched<number>(async (items) => {
      batches.push(items);
      await new Promise((done) => setTimeout(done, 5));
    });
    const first = send(1);
    await Promise.resolve();
    await Promise.all([first, send(2), send(3)]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('fails the batch that failed and no other', async () => {
    const send = batched<number>(async (items) => {
      if (items.includes(1)) throw new Error('lost');
    });
    await expect(send(1)).rejects.toThrow('lost');
    await expect(send(2)).resolves.toBeUndefined();
  });
});
