import type { PushData } from '@haat/contract/api/push.schema';
import { readPushData } from '@haat/contract/rules/push-data';
import { answerOf } from './answer-of.ts';
import { once } from './told-before.ts';
import { openPages } from './open-pages.ts';
import { worker } from './worker-scope.ts';

type FromPage = { type?: string; message?: unknown } | undefined;

/**
 * What arrives is told once: by the page that somebody looks at, else as a notification. A page that hears of a new order by
 * its own line hands it over, so that both ways together tell it once. Spec section 4, push.
 */
export function tellPushes(): void {
  worker.addEventListener('push', (event) => {
    const message = readPushData(dataOf(event.data));
    if (message) event.waitUntil(once(message.id, () => tell(message)));
  });
  worker.addEventListener('message', (event) => {
    const { type, message } = (event.data ?? {}) as NonNullable<FromPage>;
    const data = type === 'push.show' ? readPushData(message) : undefined;
    if (data) event.waitUntil(once(data.id, () => show(data)));
  });
}

function dataOf(arrived: PushMessageData | null): unknown {
  try {
    return (arrived?.json() as { data?: unknown } | undefined)?.data;
  } catch {
    // Nothing that our server sends.
    return undefined;
  }
}

async function tell(message: PushData): Promise<void> {
  const pages = (await openPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  // Browsers want to see a notification wherever no page is visible.
  if (!page || !(await answerOf(page, { type: 'push.arrived', message }))) await show(message);
}

function show(message: PushData): Promise<void> {
  const { title, body, tag } = message;
  const icon = new URL('icons/icon-192.png', worker.registration.scope).href;
  // What is new of an order takes the place of what was, and is heard again.
  const options = { body, tag, icon, renotify: true, data: message };
  return worker.registration.showNotification(title, options);
}
