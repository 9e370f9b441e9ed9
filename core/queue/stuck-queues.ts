import type { QueueName } from './job-definitions.ts';

/** The queues that the workers of this process no longer fetch from though jobs wait; readiness and metrics report them. */
export const stuckQueues = new Set<QueueName>();
