import { connectBus } from '@haat/core/bus/connect-bus';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { env } from '@haat/core/env';
import { serveOperations } from '@haat/core/health/operations-server';
import { closeQueues } from '@haat/core/jobs/queues';
import { dispatched } from '@haat/core/outbox/dispatch-soon';
import { watchShelves } from '@haat/core/services/catalogue/shelf-cache';
import { createApp } from './app.ts';
import { createHttpServer, drain, listen } from './http/server.ts';
import { LiveHub } from './realtime/live-hub.ts';
import { measureLive } from './realtime/live-metrics.ts';

// Less than what those who start us wait before they use force.
const DRAIN_MS = 8_000;

/**
 * Starts answering: resolves when connections are taken, rejects when a store does not answer or the port is taken.
 * `stop` says first that it is not ready, ends streams and sockets, lets what runs come to its end, closes the stores last.
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
  const port = await listen(server, env.PORT, env.HOST);

  const stop = async (): Promise<void> => {
    isServing = false;
    hub.close();
    await drain(server, DRAIN_MS);
    await dispatched();
    await closeQueues();
    await bus.close();
    await closeDatabase();
    endOperations();
  };
  return { port, stop };
}
