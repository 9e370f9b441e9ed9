import { log } from '@haat/core/log';
import { stopWhenAsked } from '@haat/core/stop-when-asked';
import { start } from './start.ts';

const api = await start();
log.info({ port: api.port }, 'The api is ready');
stopWhenAsked(api.stop);
