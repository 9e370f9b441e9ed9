import * as z from 'zod';
import { defineJob } from './define-job.ts';

/** Removes rows and jobs that have had their time. */
export const clearLeftoversJob = defineJob({ name: 'clear-leftovers', queue: 'upkeep', payload: z.object({}) });
