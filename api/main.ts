import { log } from '@haat/core/log';
import { stopWhenAsked } from '@haat/core/stop-when-asked';
import { start } from './start.ts';

const api = await start();
// Before anybody hears that it runs: who asks it to stop at once must be heard, too.
stopWhenAsked(api.stop);
log.info({ port: api.port }, 'The api is ready');
