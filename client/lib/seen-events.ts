const seen = new Set<string>();
const MAX_IDS = 200;

/** Whether this page sees the event for the first time: it may arrive over the socket and as a push message. */
export function markSeen(id: `${string}#${number}`): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > MAX_IDS && oldest !== undefined) seen.delete(oldest);
  return true;
}
