/** In ms. */
const AGAIN_AFTER = 15_000;

/** A part of the app that does without for a while: tried again as long as it does not arrive, undefined once it ended. */
export async function loadPatiently<Module>(
  load: () => Promise<Module>,
  ended: AbortSignal,
): Promise<Module | undefined> {
  while (!ended.aborted) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
  }
  return undefined;
}
