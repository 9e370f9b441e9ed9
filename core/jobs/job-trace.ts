import type { Job } from 'bullmq';
import type { Trace } from '../trace.ts';

type Traced = Pick<Job, 'name' | 'id' | 'data'>;
type Asked = { requestId?: unknown };

/** How the lines about this job are to be found: by its own id, and by those of the requests that it is done for. */
export function traceOf({ name, id, data }: Traced): Trace {
  const orders: unknown[] = Array.isArray(data?.orders) ? data.orders : [data];
  const asked = orders.map((each) => (each as Asked | undefined)?.requestId);
  const requestIds = asked.filter((each): each is string => typeof each === 'string');
  return { job: name, jobId: id, ...(requestIds.length > 0 && { requestIds }) };
}
