import { log } from '@haat/core/log';
import { start } from './start.ts';

const worker = await start();
log.info('The worker is ready');
// Who started us may wait for this.
process.send?.('ready');

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await worker.stop();
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
// The channel to a parent closes when the parent dies, however it dies.
process.once('disconnect', () => void stop());
