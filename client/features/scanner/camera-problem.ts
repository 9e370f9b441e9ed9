import type { Problem } from '@haat/machines/problem';

const PROBLEMS: readonly [RegExp, string][] = [
  [/NotAllowedError|PermissionDenied|SecurityError/, 'scanner.denied'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'scanner.noCamera'],
  [/NotReadableError|TrackStartError|AbortError/, 'scanner.inUse'],
  [/dynamically imported module|importing a module/i, 'scanner.notLoaded'],
];

/** Why a browser cannot have a camera at all; undefined when it can. Spec section 8, scanner. */
export function cameraObstacle(): Problem | undefined {
  if (!window.isSecureContext) return { key: 'scanner.insecure' };
  // Older browsers lack what the types promise.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  return mediaDevices && 'getUserMedia' in mediaDevices ? undefined : { key: 'scanner.unsupported' };
}

/** What went wrong with a camera; the library words the browser's error into a text of its own. Spec section 8, scanner. */
export function cameraProblem(thrown: unknown): Problem {
  const text = String(thrown);
  return { key: PROBLEMS.find(([pattern]) => pattern.test(text))?.[1] ?? 'scanner.failed' };
}
