import { log } from '@haat/core/log';
import { stopWhenAsked } from '@haat/core/stop-when-asked';
import { start } from './start.ts';

const worker = await start();
// Before anybody hears that it runs: who asks it to stop at once must be heard, too.
stopWhenAsked(worker.stop);
log.info('The worker is ready');
// Who started us may wait for this.
process.send?.('ready');
