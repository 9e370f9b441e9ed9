// npm start: the whole product on one machine, with nothing else installed.
import { build, clientBuild, isBuilt, SERVER_NODE_ARGS, serverBuild } from './app/builds.ts';
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
  for (const each of [clientBuild, serverBuild])
    if (!isBuilt(each)) await step(`Building the ${each.name}`, () => build(each));
  const api = launcher.run(new Service('api', 'dist/server/api.mjs', { ...settings, nodeArgs: SERVER_NODE_ARGS }));
  const worker = launcher.run(
    new Service('worker', 'dist/server/worker.mjs', { ...workerSettings(settings), nodeArgs: SERVER_NODE_ARGS }),
  );
  const sandbox = paysInSandbox ? [runPaymentSandbox(launcher, settings.env)] : [];
  await step('Starting api and worker', () => waitUntilReady(settings, { api, others: [worker, ...sandbox] }));
  const url = settings.env.PUBLIC_URL ?? `http://localhost:${settings.port}`;
  console.log(welcome({ url, host: settings.host, hasDemoMarket, catchesMail: !settings.env.SMTP_URL, paysInSandbox }));
});
