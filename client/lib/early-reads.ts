/** What `early.ts` asked for before the app was there, by path. */
export type EarlyReads = Map<string, Promise<Response>>;

declare global {
  interface Window {
    /** What `early.ts` leaves for the app: the screen in the address, by the last word of its route, and its reads. */
    early?: { screen: string; reads: EarlyReads };
  }
}

/** The answer to a read that is on its way since before the app was; only the first to ask gets it. */
export function takeEarlyRead(path: string): Promise<Response> | undefined {
  const answer = window.early?.reads.get(path);
  window.early?.reads.delete(path);
  return answer;
}
