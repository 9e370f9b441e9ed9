import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '@haat/core/bus/connect-bus';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { env } from '@haat/core/env';
import { serveOperations } from '@haat/core/health/operations-server';
import { closeQueues } from '@haat/core/jobs/queues';
import { dispatched } from '@haat/core/outbox/dispatch-soon';
import { watchShelves } from '@haat/core/services/catalogue/shelf-cache';
import { createApp } from './app.ts';
import { LastAnswers } from './http/last-answers.ts';
import { createHttpServer, drain, listen } from './http/server.ts';
import { LiveHub } from './realtime/live-hub.ts';
import { measureLive } from './realtime/live-metrics.ts';

/**
 * Starts answering: resolves when connections are taken, rejects when a store does not answer or the port is taken.
 * `stop` says that it is not ready and goes on answering for `DRAIN_SECONDS`, takes no more connections, sends streams and
 * sockets to another replica, lets what runs come to its end for `STOP_SECONDS` at most, and closes the stores last.
 */
export async function start(): Promise<{ port: number; stop(): Promise<void> }> {
  connectDatabase();
  const bus = await connectBus();
  watchShelves(bus);
  const hub = new LiveHub(bus);
  measureLive(hub);
  let isServing = true;
  const endOperations = await serveOperations(() => isServing);
  const server = createHttpServer(createApp({ hub, isServing: () => isServing }));
  hub.attachSockets(server);
  const lastAnswers = new LastAnswers(server);
  const port = await listen(server, env.PORT, env.HOST);

  const stop = async (): Promise<void> => {
    isServing = false;
    lastAnswers.begin();
    await sleep(env.DRAIN_SECONDS * 1_000);
    const drained = drain(server, env.STOP_SECONDS * 1_000);
    // Only now: whoever comes back at once must not find this one listening.
    hub.close();
    await drained;
    await dispatched();
    await closeQueues();
    await bus.close();
    await closeDatabase();
    endOperations();
  };
  return { port, stop };
}
