import '@haat/core/fatal-errors';
import { log } from '@haat/core/log';
import { runAs } from '@haat/core/program';
import { mapStackTraces } from '@haat/core/stack-traces';
import { stopOnSignal } from '@haat/core/stop-on-signal';
import { start } from './start.ts';

mapStackTraces();
runAs('worker');
const worker = await start();
// Before anything announces that it runs: a signal right after that must be handled.
stopOnSignal(worker.stop);
log.info('The worker is ready');
// For a parent process that waits for it.
process.send?.('ready');
