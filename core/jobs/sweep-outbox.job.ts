import * as z from 'zod';
import { defineJob } from './define-job.ts';

/** Queues what was committed and never queued. Comes every few seconds, so that one that fails need not come again. */
export const sweepOutboxJob = defineJob({
  name: 'sweep-outbox',
  queue: 'upkeep',
  payload: z.object({}),
  options: { attempts: 1 },
});
