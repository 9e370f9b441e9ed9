import { announceOrdersJob } from '@haat/core/jobs/announce-orders.job';
import { clearLeftoversJob } from '@haat/core/jobs/clear-leftovers.job';
import type { JobDefinition, QueueName } from '@haat/core/jobs/define-job';
import type { JobProcessor } from '@haat/core/jobs/queue-options';
import { importProductsJob } from '@haat/core/jobs/import-products.job';
import { sendEmailNoticeJob } from '@haat/core/jobs/send-email-notice.job';
import { sendInvitationJob } from '@haat/core/jobs/send-invitation.job';
import { sendOtpEmailJob } from '@haat/core/jobs/send-otp-email.job';
import { sendPushesJob } from '@haat/core/jobs/send-pushes.job';
import { sendRefundMailJob } from '@haat/core/jobs/send-refund-mail.job';
import { sweepOutboxJob } from '@haat/core/jobs/sweep-outbox.job';
import { sweepPaymentsJob } from '@haat/core/jobs/sweep-payments.job';
import { traceOf } from '@haat/core/jobs/job-trace';
import { log } from '@haat/core/log';
import { jobSeconds } from '@haat/core/metrics/counters';
import { sweepOutbox } from '@haat/core/outbox/sweep-outbox';
import { sweepPayments } from '@haat/core/services/payments/sweep-payments';
import { sendPushes } from '@haat/core/services/push/send-pushes';
import { clearLeftovers } from '@haat/core/services/upkeep/clear-leftovers';
import { currentTrace, traced } from '@haat/core/trace';
import { UnrecoverableError } from 'bullmq';
import { announceOrders } from './processors/announce-orders.ts';
import { importProducts } from './processors/import-products.ts';
import { sendEmailNotice } from './processors/send-email-notice.ts';
import { sendInvitation } from './processors/send-invitation.ts';
import { sendOtpEmail } from './processors/send-otp-email.ts';
import { sendRefundMail } from './processors/send-refund-mail.ts';
import type { Tools } from './tools.ts';

type Registered = { name: string; queue: QueueName; run(data: unknown, tools: Tools): Promise<unknown> };

/** Every kind of job with what does it. */
export const registry: readonly Registered[] = [
  on(announceOrdersJob, announceOrders),
  on(sendOtpEmailJob, sendOtpEmail),
  on(sendEmailNoticeJob, sendEmailNotice),
  on(sendInvitationJob, sendInvitation),
  on(sendRefundMailJob, sendRefundMail),
  on(sendPushesJob, (_, { stopping }) => sendPushes(stopping)),
  on(importProductsJob, importProducts),
  on(sweepOutboxJob, sweepOutbox),
  on(sweepPaymentsJob, sweepPayments),
  on(clearLeftoversJob, clearLeftovers),
];

/** Does the jobs of one queue. A payload that is none never becomes one, so its job fails without another try. */
export function processorOf(queue: QueueName, tools: Tools): JobProcessor {
  const here = new Map(registry.filter((job) => job.queue === queue).map((job) => [job.name, job]));
  return async (given) => {
    const { name, data } = given;
    const job = here.get(name);
    if (!job) throw new UnrecoverableError(`The queue ${queue} knows no job ${name}`);
    await traced(traceOf(given), () => measured(name, () => job.run(data, tools)));
  };
}

async function measured(job: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const end = (outcome: 'done' | 'failed'): number => {
    const ms = performance.now() - startedAt;
    jobSeconds.observe({ job, outcome }, ms / 1_000);
    return Math.round(ms);
  };
  try {
    await run();
    const ms = end('done');
    // What comes by the clock is no news.
    log[currentTrace()?.requestIds ? 'info' : 'debug']({ ms }, 'A job is done');
  } catch (error) {
    end('failed');
    throw error;
  }
}

function on<Payload>(
  { name, queue, payload }: JobDefinition<Payload>,
  process: (payload: Payload, tools: Tools) => Promise<unknown>,
): Registered {
  const run = (data: unknown, tools: Tools): Promise<unknown> => {
    const parsed = payload.safeParse(data);
    if (!parsed.success) throw new UnrecoverableError(`${name}: ${parsed.error.message}`);
    return process(parsed.data, tools);
  };
  return { name, queue, run };
}
