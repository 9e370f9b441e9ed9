import { log } from '@haat/core/log';
import { stopWhenAsked } from '@haat/core/stop-on-signal';
import { start } from './start.ts';

const api = await start();
// Before it logs that it is ready: a signal that follows at once must be handled, too.
stopWhenAsked(api.stop);
log.info({ port: api.port }, 'The api is ready');
