import { afterAll, expect, it } from 'vitest';
import { metricNames } from '../core/test/metric-lines.ts';
import { killLeftPrograms, startApiProgram, startWorkerProgram } from '../core/test/program.ts';
import { freePort } from '../scripts/lib/ports.ts';

afterAll(killLeftPrograms);

const at = (port: number) => (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('both programs tell their metrics and their health inside, and the world nothing of it', async () => {
  const [world, ofApi, ofWorker] = [await freePort(), await freePort(), await freePort()];
  const [api, worker] = await Promise.all([
    startApiProgram({ env: { PORT: String(world), METRICS_PORT: String(ofApi) } }),
    startWorkerProgram({ env: { METRICS_PORT: String(ofWorker) } }),
  ]);
  for (const inside of [at(ofApi), at(ofWorker)]) {
    expect(await (await inside('/ready')).json()).toMatchObject({ status: 'ready' });
    expect((await inside('/live')).status).toBe(200);
    expect((await inside('/')).status).toBe(404);
    const metrics = await inside('/metrics');
    expect(metrics.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const names = metricNames(await metrics.text());
    for (const name of ['haat_queue_jobs', 'haat_outbox_waiting', 'process_resident_memory_bytes'])
      expect(names).toContain(name);
  }
  expect((await at(world)('/metrics')).status).toBe(404);
  expect([await api.terminate(), await worker.terminate()]).toEqual([0, 0]);
  await expect(at(ofApi)('/live')).rejects.toThrow('fetch failed');
}, 90_000);

it('tells nothing where no port was named', async () => {
  const port = await freePort();
  const api = await startApiProgram({ env: { PORT: String(port), METRICS_PORT: '' } });
  expect((await at(port)('/metrics')).status).toBe(404);
  expect(await api.terminate()).toBe(0);
}, 60_000);
