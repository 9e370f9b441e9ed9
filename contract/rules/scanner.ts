/**
 * How codes are scanned. Our screens look ten times a second into a box of 250 px; whoever says nothing gets the
 * library's own pace. Spec section 9, scanner.
 */
export const SCANNER = {
  fps: 10,
  defaultFps: 2,
  box: 250,
  minBox: 50,
  zoom: { min: 1, max: 5, step: 0.1 },
} as const;

/** CSS pixels. */
type View = { width: number; height: number };

/** Side of the square that is looked into: what is wanted, where the view has room for it. Throws RangeError below 50 px. Spec section 5. */
export function scanBox({ width, height }: View, wanted: number = SCANNER.box): number {
  if (!(wanted >= SCANNER.minBox)) throw new RangeError(`A scan box has at least ${SCANNER.minBox} px, not ${wanted}`);
  return Math.max(SCANNER.minBox, Math.floor(Math.min(wanted, width, height)));
}

/** A zoom in tenths, from 1 to `max` or 5, whichever is less; no number is 1. Spec section 9. */
export function clampZoom(zoom: number, max: number = SCANNER.zoom.max): number {
  const highest = Math.max(SCANNER.zoom.min, Math.min(max, SCANNER.zoom.max));
  const tenths = Math.round((Number.isNaN(zoom) ? SCANNER.zoom.min : zoom) / SCANNER.zoom.step);
  return Math.max(SCANNER.zoom.min, Math.min(tenths / 10, highest));
}

/** How a camera reports its zoom; some count from 1, some in percent. */
export type ZoomRange = { min: number; max: number };

/** How many times a camera enlarges at most, in tenths; 1 when it cannot, or does not say. Spec section 9. */
export function maxZoom(range: ZoomRange | undefined): number {
  if (!range || !(range.min > 0) || !(range.max > range.min)) return SCANNER.zoom.min;
  return Math.floor(Math.min(SCANNER.zoom.max, range.max / range.min) * 10) / 10;
}

/** What the camera is told for a zoom: its own smallest is our 1. */
export function cameraZoom(zoom: number, range: ZoomRange): number {
  return Math.min(range.max, range.min * clampZoom(zoom));
}
