import { log } from '@haat/core/log';
import { stopWhenAsked } from '@haat/core/stop-when-asked';
import { start } from './start.ts';

const worker = await start();
log.info('The worker is ready');
// Who started us may wait for this.
process.send?.('ready');
stopWhenAsked(worker.stop);
