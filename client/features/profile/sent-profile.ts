import type { ProfileTexts } from '@haat/contract/rules/profile';

const KEY = 'sentProfile';

type Sent = { userId: number; texts: ProfileTexts };

/** What this user sent in this tab and was not saved: a session that ended meanwhile does not take it along. */
export function readSentProfile(userId: number): Partial<ProfileTexts> {
  try {
    const sent = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<Sent> | null;
    const texts = sent?.userId === userId ? Object.entries(sent.texts ?? {}) : [];
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

/** Keeps it; nothing happens where storage is full or forbidden. */
export function keepSentProfile(userId: number, texts: ProfileTexts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, texts } satisfies Sent));
  } catch {
    // The form itself still has it.
  }
}

/** It was saved. */
export function forgetSentProfile(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored where nothing can be removed.
  }
}
