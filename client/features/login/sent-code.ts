/** A code that was mailed, and when the next one may be asked for (ms since 1970). */
export type SentCode = { shopSlug: string; email: string; resendAt: number };

const KEY = 'sentCode';
/** As long as a code lives. */
const CODE_MS = 5 * 60_000;

/**
 * The code that this tab waits for. Who goes to read the mail on a phone may come back to a page that was loaded anew,
 * and should find the field for the code there.
 */
export function readSentCode(shopSlug: string): SentCode | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<SentCode & { until: number }> | null;
    const { email, resendAt, until } = stored ?? {};
    const isLiving = stored?.shopSlug === shopSlug && typeof until === 'number' && until > Date.now();
    return isLiving && typeof email === 'string' && typeof resendAt === 'number'
      ? { shopSlug, email, resendAt }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; nothing happens where storage is forbidden. */
export function keepSentCode(code: SentCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...code, until: Date.now() + CODE_MS }));
  } catch {
    // Without it, a reload leads back to the first step.
  }
}

/** It was used, or another one will be asked for. */
export function forgetSentCode(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored where nothing can be removed.
  }
}
