// npm run dev: as npm start, with everything reloaded when its source changes.
import { endOnSignal, startOrExplain } from './app/end-on-signal.ts';
import { Launcher, refuseTakenPort } from './app/launcher.ts';
import { runPaymentSandbox, usePaymentSandbox } from './app/payment-sandbox.ts';
import { step } from './app/progress.ts';
import { restartOnChange } from './app/restart-on-change.ts';
import { Service } from './app/service.ts';
import { settingsFor, workerSettings } from './app/settings.ts';
import { startViteFront } from './app/vite-front.ts';
import { waitUntilReady } from './app/wait-until-ready.ts';
import { welcome } from './app/welcome.ts';
import { loadDotEnv } from './lib/dot-env.ts';
import { freePort } from './lib/ports.ts';

const SHARED = ['contract', 'machines', 'core'];

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
  for (const service of sandbox) restartOnChange(service, ['sandbox']);
  await step('Starting Vite', () => startViteFront(front, apiPort));
  const url = front.env.PUBLIC_URL ?? `http://localhost:${front.port}`;
  console.log(welcome({ url, hasDemoMarket, catchesMail: !front.env.SMTP_URL, paysInSandbox }));
});
