/** Reported problems are polled, too: a deadline passes without an event. */
export const FRESH = { staleTime: 0, refetchInterval: 60_000 };
