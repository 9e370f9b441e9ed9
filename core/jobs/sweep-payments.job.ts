import * as z from 'zod';
import { defineJob } from './define-job.ts';

/** Looks after payments that nobody else does. Comes every few seconds, so that one that fails need not come again. */
export const sweepPaymentsJob = defineJob({
  name: 'sweep-payments',
  queue: 'payments',
  payload: z.object({}),
  options: { attempts: 1 },
});
