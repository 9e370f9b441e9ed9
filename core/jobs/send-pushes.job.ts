import * as z from 'zod';
import { defineJob } from './define-job.ts';

/**
 * Sends the push messages that are due, first tries and later ones; they stand in the table of deliveries. Comes with news,
 * and every few seconds, so that one that fails need not come again.
 */
export const sendPushesJob = defineJob({
  name: 'send-pushes',
  queue: 'push',
  payload: z.object({}),
  options: { attempts: 1 },
});
