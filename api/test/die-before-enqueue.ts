// Preloaded into an api process: it dies, as by kill -9, at the moment when it would queue its committed work.
import { registerHooks } from 'node:module';

const DEADLY = `
  import { afterCommit } from '../db/database.ts';
  export function dispatchSoon() { process.kill(process.pid, 'SIGKILL'); }
  export async function dispatchesSettled() {}
  export function dispatchAfterCommit(on) { afterCommit(on, dispatchSoon); }
  export async function addToOutbox() {}
`;

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/core/queue/outbox.ts')
      ? { format: 'module', source: DEADLY, shortCircuit: true }
      : nextLoad(url, context),
});
