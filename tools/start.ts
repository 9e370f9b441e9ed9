// npm start: the whole product on one machine, with nothing else installed.
import { buildClient, isClientBuilt } from './app/build-client.ts';
import { endOnSignal, startOrExplain, Launcher, refuseTakenPort, waitUntilReady } from './app/launcher.ts';
import { runPaymentSandbox, usePaymentSandbox } from './app/payment-sandbox.ts';
import { step, welcome } from './app/welcome.ts';
import { Service } from './app/service.ts';
import { settingsFor, workerSettings } from './app/settings.ts';
import { loadDotEnv } from './lib/paths.ts';

const launcher = new Launcher();
endOnSignal(launcher);

await startOrExplain(launcher, async () => {
  loadDotEnv();
  const settings = settingsFor(process.env);
  await refuseTakenPort(settings.port, settings.host, 'npm start');
  const paysInSandbox = await usePaymentSandbox(settings);
  const hasDemoMarket = await launcher.prepareDatabase(settings);
  if (!isClientBuilt()) await step('Building the client', buildClient);
  const api = launcher.run(new Service('api', 'api/main.ts', settings));
  const worker = launcher.run(new Service('worker', 'worker/main.ts', workerSettings(settings)));
  const sandbox = paysInSandbox ? [runPaymentSandbox(launcher, settings.env)] : [];
  await step('Starting api and worker', () => waitUntilReady(settings, { api, others: [worker, ...sandbox] }));
  const url = settings.env.PUBLIC_URL ?? `http://localhost:${settings.port}`;
  console.log(welcome({ url, host: settings.host, hasDemoMarket, catchesMail: !settings.env.SMTP_URL, paysInSandbox }));
});
