import type { PushData } from './push.calls.ts';

/** The data of a push message, or undefined for one that is not ours. `path` is a page of the app and never leads out of it. */
export function readPushData(data: unknown): PushData | undefined {
  const { id, kind, title, body, path, tag } = (data ?? {}) as Partial<PushData>;
  const texts = [id, kind, title, body, path, tag];
  if (texts.some((text) => typeof text !== 'string') || !path?.startsWith('/')) return undefined;
  return { id, kind, title, body, path, tag } as PushData;
}
