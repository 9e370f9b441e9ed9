import type { NotificationView, StreamTicketView } from '@haat/contract/api/notifications.schema';
import type { StreamEvent, StreamFrom } from '@haat/machines/notifications/notification-feed.machine';
import { isRefusal } from '@haat/machines/problem';
import { fromCallback } from 'xstate';
import { isLike } from '../../lib/answer-sample.ts';
import { callApi } from '../../lib/api.ts';
import { API_BASE } from '../../lib/config.ts';
import { parseJson, type Call } from '../../lib/send-request.ts';

/** What a notification must have to be shown. */
export const NOTIFICATION = { id: 0, message: '', created_at: '' };

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
  stream.addEventListener('open', () => report({ type: 'stream.opened' }));
  stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const notification = parseJson(data);
    if (isLike<NotificationView>(notification, NOTIFICATION)) report({ type: 'arrived', notification });
  });
  stream.addEventListener('error', () => {
    stream.close();
    report({ type: 'stream.failed' });
  });
  signal.addEventListener('abort', () => stream.close());
}
