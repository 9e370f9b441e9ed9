/** Waits until somebody can see this tab; for ever when `signal` aborts before that. */
export async function untilSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true, signal }));
}
