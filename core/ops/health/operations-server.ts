import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { METRICS_TYPE, readMetrics } from './metrics.ts';
import { readReadiness } from './readiness.ts';

type Reply = { status: number; type: string; body: string };

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves `/metrics`, `/live` and `/ready` on METRICS_PORT, which must not be public; without that setting it serves nothing.
 * Returns the function that closes it; rejects when the port is in use.
 */
export async function serveOperations(isServing: () => boolean): Promise<() => void> {
  if (env.METRICS_PORT === undefined) return () => {};
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    replyTo(request.method === 'GET' ? path : '', isServing).then(
      (reply) => send(response, reply),
      (error: Error) => {
        log.error({ error: { message: error.message, stack: error.stack } }, 'Metrics or readiness failed');
        send(response, { status: 500, type: JSON_TYPE, body: '{}' });
      },
    );
  });
  server.listen(env.METRICS_PORT, env.METRICS_HOST);
  await once(server, 'listening');
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function replyTo(path: string, isServing: () => boolean): Promise<Reply> {
  if (path === '/metrics') return { status: 200, type: METRICS_TYPE, body: await readMetrics() };
  if (path === '/live') return { status: 200, type: JSON_TYPE, body: '{"status":"ok"}' };
  if (path !== '/ready') return { status: 404, type: JSON_TYPE, body: '{"code":"not_found"}' };
  const readiness = await readReadiness(isServing());
  return { status: readiness.status === 'not_ready' ? 503 : 200, type: JSON_TYPE, body: JSON.stringify(readiness) };
}

function send(response: ServerResponse, { status, type, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
