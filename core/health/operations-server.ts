import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { METRICS_TYPE, readMetrics } from '../metrics/all-metrics.ts';
import { readReadiness } from './readiness.ts';

type Answer = { status: number; type: string; body: string };

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers `/metrics`, `/live` and `/ready` on METRICS_PORT, which is for those inside only; without that setting there is
 * nothing. Answers how to close it; rejects when the port is taken.
 */
export async function serveOperations(isServing: () => boolean): Promise<() => void> {
  if (env.METRICS_PORT === undefined) return () => {};
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    answerTo(request.method === 'GET' ? path : '', isServing).then(
      (answer) => send(response, answer),
      (error: Error) => {
        log.error({ error: { message: error.message, stack: error.stack } }, 'The metrics cannot be told');
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

async function answerTo(path: string, isServing: () => boolean): Promise<Answer> {
  if (path === '/metrics') return { status: 200, type: METRICS_TYPE, body: await readMetrics() };
  if (path === '/live') return { status: 200, type: JSON_TYPE, body: '{"status":"ok"}' };
  if (path !== '/ready') return { status: 404, type: JSON_TYPE, body: '{"code":"not_found"}' };
  const readiness = await readReadiness(isServing());
  return { status: readiness.status === 'not_ready' ? 503 : 200, type: JSON_TYPE, body: JSON.stringify(readiness) };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}
