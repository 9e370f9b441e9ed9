import type { AcknowledgedView, NotificationView, StreamTicketView } from '@haat/contract/api/notifications.schema';
import type { StreamEvent, StreamFrom } from '@haat/machines/notifications/notification-feed.machine';
import { isRefusal } from '@haat/machines/problem';
import { fromCallback } from 'xstate';
import { isLike } from '../../lib/answer-sample.ts';
import { callApi } from '../../lib/api.ts';
import { API_BASE } from '../../lib/config.ts';
import { parseJson, type Call } from '../../lib/send-request.ts';
import { callWhenSilent } from './call-when-silent.ts';

/** What a notification must have to be shown. */
export const NOTIFICATION = { id: 0, message: '', created_at: '' };

/** In ms. The server sends something every 15 s at the latest; a line may be dead for hours without breaking. */
const LONGEST_SILENCE = 45_000;

/**
 * One connection to the shop's stream. It is opened with a ticket, so that no access token stands in an address, and
 * closed by its first error: a ticket opens one stream, so the next connection needs another one.
 */
export const streamNotifications = fromCallback<StreamEvent, StreamFrom>(({ input, sendBack }) => {
  const leaving = new AbortController();
  openStream(input.lastId, sendBack, leaving.signal).catch((error: unknown) => {
    if (!leaving.signal.aborted) sendBack({ type: isRefusal(error) ? 'stream.refused' : 'stream.failed' });
  });
  return () => leaving.abort();
});

async function openStream(lastId: number, report: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  const call: Call<StreamTicketView> = { method: 'POST', signal, like: { ticket: '' } };
  const { ticket } = await callApi('/api/notifications/stream-ticket', call);
  signal.throwIfAborted();
  const query = new URLSearchParams({ token: ticket, lastEventId: String(lastId) });
  const stream = new EventSource(`${API_BASE}/api/notifications/stream?${query}`);
  const fail = () => {
    stream.close();
    watch.stop();
    report({ type: 'stream.failed' });
  };
  const watch = callWhenSilent(fail, LONGEST_SILENCE);
  listen(stream, report, watch.hear);
  stream.addEventListener('error', fail);
  signal.addEventListener('abort', () => {
    stream.close();
    watch.stop();
  });
}

function listen(stream: EventSource, report: (event: StreamEvent) => void, hear: () => void): void {
  stream.addEventListener('open', () => report({ type: 'stream.opened' }));
  stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const notification = parseJson(data);
    if (isLike<NotificationView>(notification, NOTIFICATION)) report({ type: 'arrived', notification });
  });
  stream.addEventListener('acknowledged', ({ data }: MessageEvent<string>) => {
    const acknowledged = parseJson(data);
    if (isLike<AcknowledgedView>(acknowledged, { seq: 0 })) report({ type: 'acknowledged', seq: acknowledged.seq });
  });
  for (const sign of ['open', 'message', 'acknowledged', 'beat']) stream.addEventListener(sign, hear);
}
