import { log } from '@haat/core/log';
import { start } from './start.ts';

const api = await start();
log.info({ port: api.port }, 'The api is ready');

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await api.stop();
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
// The channel to a parent closes when the parent dies, however it dies.
process.once('disconnect', () => void stop());
