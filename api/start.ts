import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@haat/core/live/connect-bus';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { closeReplica, connectReplica } from '@haat/core/db/replica-reads';
import { env } from '@haat/core/ops/env';
import { serveOperations } from '@haat/core/ops/health/operations-server';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { closeCounters } from '@haat/core/rate-limit/limit-counters';
import { watchCatalogs } from '@haat/core/catalog/catalog';
import { sessionCache } from '@haat/core/accounts/session-cache';
import { publicShops } from '@haat/core/shops/public-shops';
import { createApp } from './app.ts';
import { ConnectionDrainer, createHttpServer, drain, listen } from './http/server.ts';
import { publicAnswers } from './public-answers.ts';
import { LiveHub, measureLive } from './live/live-hub.ts';
import { streamRequests } from './live/stream-requests.ts';

/**
 * Starts the server: resolves once connections are accepted, rejects if a store is not available or the port is in use.
 * `stop` reports not ready and keeps serving for `DRAIN_SECONDS`, then accepts no more connections, moves streams and
 * sockets to another replica, waits for running requests for at most `STOP_SECONDS`, and closes the stores last.
 */
export async function start(): Promise<{ port: number; stop(): Promise<void> }> {
  connectDatabase();
  connectReplica();
  const bus = await connectBus();
  watchCatalogs(bus);
  publicShops.watch(bus);
  const endSessionCache = sessionCache.watch(bus);
  const hub = new LiveHub(bus);
  measureLive(hub);
  let isServing = true;
  const endOperations = await serveOperations(() => isServing);
  const app = createApp({ hub, isServing: () => isServing });
  const server = createHttpServer(app, [publicAnswers(app), streamRequests(app, hub)]);
  hub.attachSockets(server);
  const drainer = new ConnectionDrainer(server);
  const port = await listen(server, env.PORT, env.HOST);

  const stop = async (): Promise<void> => {
    isServing = false;
    drainer.begin();
    await sleep(env.DRAIN_SECONDS * 1_000);
    const drained = drain(server, env.STOP_SECONDS * 1_000);
    // Only now, because clients reconnect immediately and must not reach this process again.
    hub.close();
    await drained;
    await dispatchesSettled();
    await closeQueues();
    endSessionCache();
    closeCounters();
    await bus.close();
    await Promise.all([closeReplica(), closeDatabase()]);
    endOperations();
  };
  return { port, stop };
}
