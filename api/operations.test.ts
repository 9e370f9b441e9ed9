import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, expect, it, vi } from 'vitest';
import { metricNames } from '../core/test/metric-lines.ts';
import { killLeftoverPrograms, startApiProgram, startWorkerProgram } from '../core/test/program.ts';
import { freePort } from '../tools/lib/ports.ts';

afterAll(killLeftoverPrograms);

/** Values that a program reads from its stores come a second or two later, and a scrape that misses them delays them further. */
const WITHIN = { timeout: 30_000, interval: 200 };

type Rule = { alert: string; expr: string; for: string; annotations: { summary: string; runbook: string } };
type Alerts = { groups: { rules: Rule[] }[] };
type Dashboard = { panels: { targets: { expr: string }[] }[] };

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const rules = (parse(read('deploy/alerts.yml')) as Alerts).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/dashboard.json')) as Dashboard;

/** The metrics that the rules and the dashboard query. */
function askedNames(): Set<string> {
  const asked = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const bare = asked.map((expr) =>
    expr.replaceAll(/"[^"]*"/g, '').replaceAll(/\{[^}]*\}|\b(by|without) \([^)]*\)/g, ''),
  );
  return new Set(bare.flatMap((expr) => expr.match(/\b(haat|nodejs|process)_\w+|\bup\b/g) ?? []));
}

/** The series of every declared metric, whether it has a value yet or not. */
function declaredNames(text: string): string[] {
  const declared = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)];
  return declared.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  );
}

const at = (port: number) => (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('both programs serve metrics and health on the internal port, and not on the public one', async () => {
  const [world, ofApi, ofWorker] = [await freePort(), await freePort(), await freePort()];
  const [api, worker] = await Promise.all([
    startApiProgram({ env: { PORT: String(world), METRICS_PORT: String(ofApi) } }),
    startWorkerProgram({ env: { METRICS_PORT: String(ofWorker) } }),
  ]);
  const known = new Set<string>(['up']);
  for (const inside of [at(ofApi), at(ofWorker)]) {
    await vi.waitFor(
      async () => expect(await (await inside('/ready')).json()).toMatchObject({ status: 'ready' }),
      WITHIN,
    );
    expect((await inside('/live')).status).toBe(200);
    expect((await inside('/')).status).toBe(404);
    await vi.waitFor(async () => {
      const metrics = await inside('/metrics');
      expect(metrics.headers.get('content-type')).toContain('text/plain; version=0.0.4');
      const text = await metrics.text();
      for (const name of declaredNames(text)) known.add(name);
      const names = metricNames(text);
      for (const name of ['haat_queue_jobs', 'haat_outbox_waiting', 'process_resident_memory_bytes'])
        expect(names).toContain(name);
    }, WITHIN);
  }
  expect([...askedNames()].filter((name) => !known.has(name))).toEqual([]);
  expect((await at(world)('/metrics')).status).toBe(404);
  expect([await api.terminate(), await worker.terminate()]).toEqual([0, 0]);
  await expect(at(ofApi)('/live')).rejects.toThrow('fetch failed');
}, 180_000);

it('serves no metrics without a metrics port', async () => {
  const port = await freePort();
  const api = await startApiProgram({ env: { PORT: String(port), METRICS_PORT: '' } });
  expect((await at(port)('/metrics')).status).toBe(404);
  expect(await api.terminate()).toBe(0);
}, 60_000);

it('every rule says what is the matter, and names a section of the runbook that there is', () => {
  const headings = [...read('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const sections = new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  expect(rules.length).toBeGreaterThan(12);
  expect(askedNames().size).toBeGreaterThan(15);
  const odd = rules.filter(({ annotations, for: since }) => {
    const [page = '', section = ''] = annotations.runbook.split('#');
    const isFound = page.endsWith('}}/operations.md') && sections.has(section);
    return !isFound || annotations.summary.length < 10 || !/^\d+m$/.test(since);
  });
  expect(odd).toEqual([]);
});
