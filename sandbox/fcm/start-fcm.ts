import { listen } from '../http/listen.ts';
import { fcmApp, type FcmConditions } from './fcm-app.ts';
import { FcmBook } from './fcm-book.ts';

export type LocalFcm = { url: string; book: FcmBook; conditions: FcmConditions; stop(): Promise<void> };

/** A push service on this machine that speaks the v1 protocol of FCM, without its encryption. */
export async function startFcm({
  port = 0,
  ...given
}: { port?: number } & Partial<FcmConditions> = {}): Promise<LocalFcm> {
  const book = new FcmBook();
  const conditions: FcmConditions = { mode: 'up', delayMs: 0, ...given };
  const { url, stop } = await listen(fcmApp(book, conditions), port);
  return { url, book, conditions, stop };
}
