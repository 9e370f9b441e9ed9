import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { endOnSignal, Launcher, refuseTakenPort, startOrExplain, waitUntilReady } from './app/launcher.ts';
import { runPaymentSandbox, usePaymentSandbox } from './app/payment-sandbox.ts';
import { step, welcome } from './app/welcome.ts';
import { Service } from './app/service.ts';
import { type Settings, settingsFor, workerSettings } from './app/settings.ts';
import { loadDotEnv, repoRoot } from './lib/paths.ts';
import { freePort } from './lib/ports.ts';

// npm run dev: as npm start, with everything reloaded when its source changes.

const SHARED = ['contract', 'machines', 'core'];
const SERVED_BY_API = ['/api', '/uploads', '/dev', '/live', '/ready', '/operator'];
const QUIET_MS = 150; // an editor or git writes several files at once

const launcher = new Launcher();
endOnSignal(launcher);

await startOrExplain(launcher, async () => {
  loadDotEnv();
  const front = settingsFor(process.env);
  await refuseTakenPort(front.port, front.host, 'npm run dev');
  const paysInSandbox = await usePaymentSandbox(front);
  const hasDemoMarket = await launcher.prepareDatabase(front);
  // The address people use is Vite's; the api stands behind it.
  const apiPort = await freePort();
  const settings = { ...front, host: '127.0.0.1', port: apiPort };
  const env = { ...front.env, HOST: settings.host, PORT: String(apiPort) };
  const api = launcher.run(new Service('api', 'api/main.ts', { env }));
  const worker = launcher.run(new Service('worker', 'worker/main.ts', workerSettings({ ...settings, env })));
  const sandbox = paysInSandbox ? [runPaymentSandbox(launcher, env)] : [];
  await step('Starting api and worker', () => waitUntilReady(settings, { api, others: [worker, ...sandbox] }));
  for (const service of [api, worker]) restartOnChange(service, [...SHARED, service.name]);
  for (const service of sandbox) restartOnChange(service, ['tests/fixtures/payments']);
  await step('Starting Vite', () => startViteFront(front, apiPort));
  const url = front.env.PUBLIC_URL ?? `http://localhost:${front.port}`;
  console.log(welcome({ url, host: front.host, hasDemoMarket, catchesMail: !front.env.SMTP_URL, paysInSandbox }));
});

/** Restarts the service whenever a source file in one of the workspaces changes. */
function restartOnChange(service: Service, workspaces: string[]): void {
  let pending: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const onChange = (workspace: string) => (_event: string, file: string | null) => {
    if (!file?.endsWith('.ts') || /\.test\.ts$|node_modules/.test(file)) return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      console.log(`${workspace}/${file} changed: restarting the ${service.name}`);
      restarting = restarting.then(() => service.restart());
    }, QUIET_MS);
  };
  for (const workspace of workspaces) watch(join(repoRoot, workspace), { recursive: true }, onChange(workspace));
}

/** Vite's development server on the address people use; requests for the api are forwarded to it. */
async function startViteFront({ host, port }: Settings, apiPort: number): Promise<{ stop(): Promise<void> }> {
  const target = `http://127.0.0.1:${apiPort}`;
  const proxy = Object.fromEntries(SERVED_BY_API.map((path) => [path, { target }]));
  const root = join(repoRoot, 'client');
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    clearScreen: false,
    server: { host, port, strictPort: true, proxy: { ...proxy, '/socket.io': { target, ws: true } } },
  });
  await server.listen();
  return { stop: () => server.close() };
}
