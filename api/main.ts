import '@haat/core/ops/fatal-errors';
import { log } from '@haat/core/ops/log';
import { runAs } from '@haat/core/ops/program';
import { mapStackTraces } from '@haat/core/ops/stack-traces';
import { stopOnSignal } from '@haat/core/ops/stop-on-signal';
import { start } from './start.ts';

mapStackTraces();
runAs('api');
const api = await start();
// Before it logs that it is ready: a signal that follows immediately must be handled, too.
stopOnSignal(api.stop);
log.info({ port: api.port }, 'The api is ready');
