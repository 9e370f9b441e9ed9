/** What `early.ts` asked for before the app was there, by path. */
export type EarlyReads = Map<string, Promise<Response>>;

declare global {
  interface Window {
    earlyReads?: EarlyReads;
  }
}

/** The answer to a read that is on its way since before the app was; only the first to ask gets it. */
export function takeEarlyRead(path: string): Promise<Response> | undefined {
  const answer = window.earlyReads?.get(path);
  window.earlyReads?.delete(path);
  return answer;
}
