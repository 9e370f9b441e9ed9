import type * as z from 'zod';

/**
 * One queue per kind of waiting: what a screen waits for; what an outside server of mail, push messages or payments may hold
 * up; what takes minutes; what nobody waits for.
 */
export const QUEUE_NAMES = ['order-events', 'mail', 'push', 'payments', 'imports', 'upkeep'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export type JobOptions = {
  attempts: number;
  backoff: { type: 'exponential' | 'fixed'; delay: number };
};

/** A kind of job. Its payload carries ids only, never rows and never secrets; its processor may run twice harmlessly. */
export type JobDefinition<Payload> = {
  name: string;
  queue: QueueName;
  payload: z.ZodType<Payload>;
  options: JobOptions;
};

/** Five attempts, after 1, 2, 4 and 8 seconds; then the job rests as failed, where an operator sees it. */
const DEFAULTS: JobOptions = { attempts: 5, backoff: { type: 'exponential', delay: 1_000 } };

type Given<Payload> = Omit<JobDefinition<Payload>, 'options'> & { options?: Partial<JobOptions> };

/** Names a kind of job for those who add it and those who process it. `options` differ from the defaults where given. */
export function defineJob<Payload>(given: Given<Payload>): JobDefinition<Payload> {
  return { ...given, options: { ...DEFAULTS, ...given.options } };
}
