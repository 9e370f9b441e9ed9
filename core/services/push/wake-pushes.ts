import { readyQueue } from '../../jobs/queues.ts';
import { sendPushesJob } from '../../jobs/send-pushes.job.ts';

/**
 * Has what is due sent soon. A job that has not begun will find it as well, so that one of them is enough: while the push
 * service is slow, they must not pile up. Rejects when the queue does not answer; the sweep finds what is due all the same.
 */
export async function wakePushes(): Promise<void> {
  const queue = await readyQueue(sendPushesJob.queue);
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  if (waiting === 0) await queue.add(sendPushesJob.name, {}, sendPushesJob.options);
}
