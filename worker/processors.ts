import { currentTrace, traceOf, traced } from '@haat/core/lib/async';
import type { Bus } from '@haat/core/live/bus';
import {
  answerPlaceRequestsJob,
  publishOrderSignalsJob,
  runOrderTimersJob,
  clearLeftoversJob,
  importProductsJob,
  type JobDefinition,
  noticeJobs,
  type OutboxPayload,
  type QueueName,
  sendShopAlertJob,
  sendOrderMailsJob,
  sendOrderMessagesJob,
  sendPushesJob,
  sweepOutboxJob,
  sweepPaymentsJob,
} from '@haat/core/queue/job-definitions';
import { closeOutboxRow } from '@haat/core/queue/outbox';
import type { JobProcessor } from '@haat/core/queue/queue-backend';
import { log } from '@haat/core/ops/log';
import { jobSeconds } from '@haat/core/ops/metrics/counters';
import { runImport } from '@haat/core/catalog/imports/run-import';
import { clearLeftovers } from '@haat/core/platform/clear-leftovers';
import { closeAfter, sendNotice } from '@haat/core/platform/notices/send-notice';
import { sweepOutbox } from '@haat/core/platform/sweep-outbox';
import { sendOrderMails } from '@haat/core/orders/mail/send-order-mails';
import { sendOrderMessages } from '@haat/core/orders/mail/send-order-messages';
import { publishOrderSignals } from '@haat/core/orders/life/publish-order-signals';
import { runOrderTimers } from '@haat/core/platform/run-order-timers';
import { sendShopAlert } from '@haat/core/orders/life/send-shop-alert';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { sendPushes } from '@haat/core/notify/send-pushes';
import { answerPlaceRequests } from '@haat/core/shops/place-requests';
import { UnrecoverableError } from 'bullmq';

/** `stopping`: aborted when the process stops; processors then begin nothing that takes long. */
type Context = { bus: Bus; stopping?: AbortSignal };
type Processor = { name: string; queue: QueueName; run(data: unknown, context: Context): Promise<unknown> };

/** One processor per job definition. */
export const processors: readonly Processor[] = [
  on(publishOrderSignalsJob, ({ orders }, { bus }) => publishOrderSignals(orders, bus)),
  ...noticeJobs.map((job) => on(job, sendNotice)),
  on(sendOrderMailsJob, (_, { stopping }) => sendOrderMails(stopping)),
  on(sendOrderMessagesJob, (_, { stopping }) => sendOrderMessages(stopping)),
  on(sendPushesJob, (_, { stopping }) => sendPushes(stopping)),
  on(importProductsJob, importProducts),
  on(sweepOutboxJob, sweepOutbox),
  on(sweepPaymentsJob, sweepPayments),
  on(runOrderTimersJob, runOrderTimers),
  on(sendShopAlertJob, alertShop),
  on(answerPlaceRequestsJob, answerPlaceRequests),
  on(clearLeftoversJob, clearLeftovers),
];

async function alertShop({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  await closeAfter(outboxId, sendShopAlert({ orderId: subjectId, outboxId }));
}

// The row stays in the outbox until the import is complete: the sweep restarts an import whose worker died.
async function importProducts({ outboxId, subjectId }: OutboxPayload): Promise<void> {
  await runImport(subjectId);
  await closeOutboxRow(outboxId);
}

/** Runs the jobs of one queue. A job with an invalid payload or an unknown name fails without a retry. */
export function processorOf(queue: QueueName, context: Context): JobProcessor {
  const byName = new Map(processors.filter((each) => each.queue === queue).map((each) => [each.name, each]));
  return async (job) => {
    const processor = byName.get(job.name);
    if (!processor) throw new UnrecoverableError(`The queue ${queue} has no job named ${job.name}`);
    await traced(traceOf(job), () => measured(job.name, () => processor.run(job.data, context)));
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
    // Scheduled jobs come every few seconds.
    log[currentTrace()?.requestIds ? 'info' : 'debug']({ ms }, 'Job completed');
  } catch (error) {
    end('failed');
    throw error;
  }
}

function on<Payload>(
  { name, queue, payload }: JobDefinition<Payload>,
  process: (payload: Payload, context: Context) => Promise<unknown>,
): Processor {
  const run = (data: unknown, context: Context): Promise<unknown> => {
    const parsed = payload.safeParse(data);
    if (!parsed.success) throw new UnrecoverableError(`${name}: ${parsed.error.message}`);
    return process(parsed.data, context);
  };
  return { name, queue, run };
}
