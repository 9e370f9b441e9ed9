import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { createHealthRoutes } from '../api/http/health.routes.ts';
import { envSchema, readEnv } from '../core/ops/env.ts';
import { QUEUE_NAMES } from '../core/queue/job-definitions.ts';
import { hasKubectl, type Manifest, type Pod, rendered, settingsOf, written } from './kubernetes/manifests.ts';

// The settings of this process are read when they are imported; it has none.
vi.hoisted(() => {
  process.env.DATABASE_URL ??= 'postgres://haat@localhost/haat';
  process.env.JWT_SECRET ??= 'a secret for tests, known to everybody';
});

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const secrets = mkdtempSync(join(tmpdir(), 'haat-secrets-'));
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

const OVERLAYS = ['city', 'high-availability'];
const base = written('base');
const everything = written('base', 'components', 'overlays/city/ingress.yaml');
const podsOf = (manifests: Manifest[]): [string, Pod][] =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => [metadata.name, spec.template.spec]);
const pods = podsOf(base);
const containerOf = (name: string) => pods.find(([each]) => each === name)![1].containers[0];
const named = (kind: string, manifests = everything) => manifests.filter((each) => each.kind === kind);

it('runs api, worker and migrations, by files of the image', () => {
  expect(pods.map(([name]) => name).toSorted()).toEqual(['haat-api', 'haat-migrate', 'haat-worker']);
  // Built files exist in the image only: their entry modules are checked instead.
  const files = pods.map(([, pod]) => pod.containers[0].args[1]?.replace(/^dist\/server\/(\w+)\.mjs$/, '$1/main.ts'));
  expect(files.filter((file) => !file || !existsSync(join(root, file)))).toEqual([]);
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  const settings = settingsOf(overlay);

  it('sets only settings that exist', () => {
    expect(Object.keys(settings).filter((name) => !(name in envSchema.shape))).toEqual([]);
  });

  it('gives a program longer to stop than its settings do', () => {
    const longest = Number(settings.DRAIN_SECONDS) + Number(settings.STOP_SECONDS) + 5;
    for (const [name, { terminationGracePeriodSeconds: grace }] of pods.filter(([each]) => each !== 'haat-migrate'))
      expect([name, (grace ?? 0) > longest]).toEqual([name, true]);
  });

  it('exposes the ports that the programs listen on', () => {
    const ports = { http: Number(settings.PORT), metrics: Number(settings.METRICS_PORT) };
    for (const [name, pod] of pods)
      for (const { name: port, containerPort } of pod.containers[0].ports ?? [])
        expect([name, containerPort]).toEqual([name, ports[port as 'http']]);
    expect([settings.HOST, settings.METRICS_HOST]).toEqual(['0.0.0.0', '0.0.0.0']);
  });

  it('is accepted by the programs, with secrets of the files that are mounted', () => {
    const values: Record<string, string> = {
      'database-url': 'postgres://haat:0f3a@postgres:5432/haat',
      'jwt-secret': 'f00d1e55b0a7c0ffee5eedf00d1e55b0',
      'smtp-url': 'smtp://mail:587',
      'database-direct-url': 'postgres://haat:0f3a@postgres:5432/haat',
      'redis-url': 'redis+sentinel://sentinel-0:26379,sentinel-1:26379/mymaster',
      's3-access-key-id': 'AK0F3A',
      's3-secret-access-key': '0f3a',
    };
    for (const [file, value] of Object.entries(values)) writeFileSync(join(secrets, file), `${value}\n`);
    for (const [name, pod] of podsOf(hasKubectl ? rendered(overlay) : base)) {
      const { env, envFrom, volumeMounts } = pod.containers[0];
      const mount = volumeMounts.find((each) => each.name === 'secrets')?.mountPath ?? '';
      expect([name, env.every(({ value }) => value.startsWith(`${mount}/`) && basename(value) in values)]).toEqual([
        name,
        true,
      ]);
      expect(env.filter((each) => !(each.name.replace(/_FILE$/, '') in envSchema.shape))).toEqual([]);
      if (!envFrom) continue;
      const files = env.map((each) => [each.name, join(secrets, basename(each.value))]);
      expect(readEnv({ ...settings, ...Object.fromEntries(files) }).NODE_ENV).toBe('production');
    }
  });
});

it.skipIf(!hasKubectl).each(OVERLAYS)('%s: every image has a version, and every object its namespace', (overlay) => {
  const manifests = rendered(overlay);
  expect(manifests.filter(({ metadata }) => metadata.namespace !== 'haat')).toEqual([]);
  for (const [, pod] of podsOf(manifests)) expect(pod.containers[0].image).toMatch(/:\d+\.\d+\.\d+$/);
});

it.skipIf(!hasKubectl)('high availability spreads over zones, and leaves the number of workers to KEDA', () => {
  const manifests = rendered('high-availability');
  for (const { metadata, spec } of named('Deployment', manifests)) {
    const { topologySpreadConstraints: spread = [] } = spec.template.spec;
    const zones = spread.find(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone');
    expect([metadata.name, zones?.whenUnsatisfiable, 'replicas' in spec]).toEqual([
      metadata.name,
      'DoNotSchedule',
      false,
    ]);
  }
});

it('probes paths that the programs serve, on their ports', () => {
  const ofApi = createHealthRoutes(() => true).stack.map(({ path }) => path);
  const operations = read('core/ops/health/operations-server.ts');
  for (const name of ['haat-api', 'haat-worker']) {
    const { startupProbe, readinessProbe, livenessProbe, ports = [] } = containerOf(name);
    const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe!.httpGet);
    expect(probes.map(({ path }) => path)).toEqual(['/live', '/ready', '/live']);
    for (const { path, port } of probes) {
      expect(ports.map((each) => each.name)).toContain(port);
      expect(port === 'http' ? ofApi : operations).toContain(path);
    }
  }
});

it('the programs run as the user of the image, on read-only files, without capabilities', () => {
  expect(read('Dockerfile')).toMatch(/^USER 1000:1000$/m);
  for (const [name, pod] of pods) {
    const { securityContext, volumeMounts, resources } = pod.containers[0];
    expect([name, pod.securityContext]).toEqual([
      name,
      {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    ]);
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath)).toEqual(['/tmp']);
    expect(Number.parseInt(resources.limits.memory)).toBeGreaterThan(Number.parseInt(resources.requests.memory));
  }
});

it('selectors and scale targets match pods', () => {
  const deployments = named('Deployment');
  const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
  const selects = (selector: object) =>
    labels.some((each) => Object.entries(selector).every(([key, value]) => each[key] === value));
  const selectors = [
    ...named('Service').map(({ spec }) => spec.selector as object),
    ...[...deployments, ...named('PodDisruptionBudget'), ...named('PodMonitor')].map(
      ({ spec }) => (spec.selector as { matchLabels: object }).matchLabels,
    ),
  ];
  expect(selectors.length).toBeGreaterThan(6);
  expect(selectors.filter((each) => !selects(each))).toEqual([]);
  const scaled = [...named('HorizontalPodAutoscaler'), ...named('ScaledObject')].map(
    ({ spec }) => (spec.scaleTargetRef as { name: string }).name,
  );
  expect(scaled.toSorted()).toEqual(deployments.map(({ metadata }) => metadata.name).toSorted());
});

type Policy = {
  podSelector: {
    matchLabels?: Record<string, string>;
    matchExpressions?: { key: string; values: string[] }[];
  };
  ingress?: { ports: { port: string }[] }[];
  egress?: { ports: { port: number }[] }[];
};

it('denies all connections but those that are listed, by ports that exist', () => {
  const policies = named('NetworkPolicy').map(({ spec }) => spec as unknown as Policy);
  expect(policies[0]).toEqual({
    podSelector: { matchLabels: { 'app.kubernetes.io/name': 'haat' } },
    policyTypes: ['Ingress', 'Egress'],
  });
  const components = policies.flatMap(({ podSelector: { matchLabels, matchExpressions = [] } }) => [
    ...(matchLabels?.['app.kubernetes.io/component'] ?? []).toString().split(',').filter(Boolean),
    ...matchExpressions.filter(({ key }) => key.endsWith('/component')).flatMap(({ values }) => values),
  ]);
  expect(components.filter((name) => !pods.some(([pod]) => pod === `haat-${name}`))).toEqual([]);
  const entered = policies.flatMap(({ ingress = [] }) => ingress.flatMap(({ ports }) => ports.map(({ port }) => port)));
  const known = pods.flatMap(([, pod]) => (pod.containers[0].ports ?? []).map(({ name }) => name));
  expect([entered.toSorted(), entered.filter((port) => !known.includes(port))]).toEqual([['http', 'metrics'], []]);
  const left = policies.flatMap(({ egress = [] }) => egress.flatMap(({ ports }) => ports.map(({ port }) => port)));
  expect(left).toEqual(expect.arrayContaining([53, 5432, 6379, 443, 587]));
});

it('scales workers by metrics and queues that exist, and scrapes them as the jobs of the alerts', () => {
  const [scaling] = named('ScaledObject');
  const queries = (scaling!.spec.triggers as { metadata: { query: string } }[]).map(({ metadata }) => metadata.query);
  const queues = queries.map((query) => /haat_queue_jobs\{queue="([\w-]+)",state="waiting"\}/.exec(query)?.[1]);
  expect(queues.filter((queue) => !QUEUE_NAMES.some((name) => name === queue))).toEqual([]);
  expect(read('deploy/dashboard.json')).toContain('haat_queue_jobs');
  type Endpoint = { port: string; path: string; relabelings: { targetLabel: string; replacement: string }[] };
  const endpoints = named('PodMonitor').map(({ spec }) => (spec.podMetricsEndpoints as Endpoint[])[0]!);
  expect(endpoints.map(({ port, path }) => [port, path])).toEqual([
    ['metrics', '/metrics'],
    ['metrics', '/metrics'],
  ]);
  const alerts = JSON.stringify(parse(read('deploy/alerts.yml')));
  expect(endpoints.map(({ relabelings }) => relabelings[0]?.replacement)).toEqual(['haat-api', 'haat-worker']);
  expect(alerts).toContain('haat-(api|worker)');
});
