import '@haat/core/ops/fatal-errors';
import { env } from '@haat/core/ops/env';
import { log } from '@haat/core/ops/log';
import { runAs } from '@haat/core/ops/program';
import { mapStackTraces } from '@haat/core/ops/stack-traces';
import { stopOnSignal } from '@haat/core/ops/stop-on-signal';
import { start } from './start.ts';

/** For the running jobs; a connection that hangs may never close. */
const STOP_TIMEOUT_MS = (env.STOP_SECONDS + 4) * 1_000;

mapStackTraces();
runAs('worker');
// With an exit code that makes every supervisor start it again.
const worker = await start(() => stopAndFail());
// Before anything announces that it runs: a signal right after that must be handled.
stopOnSignal(worker.stop);
log.info('The worker is ready');
// For a parent process that waits for it.
process.send?.('ready');

function stopAndFail(): void {
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  void worker.stop().finally(() => process.exit(1));
}
