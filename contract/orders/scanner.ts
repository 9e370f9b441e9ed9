/**
 * Scan settings: ten frames a second in a box of 250 px; `defaultFps` is the library's default.
 */
export const SCANNER = {
  fps: 10,
  defaultFps: 2,
  box: 250,
  minBox: 50,
  zoom: { min: 1, max: 5, step: 0.1 },
} as const;

/** Of a scanned or typed code. Longer than any of ours: a longer text is not examined. */
export const MAX_CODE_LENGTH = 512;

/** CSS pixels. */
type View = { width: number; height: number };

/** The side of the scanned square: the preferred size, limited by the view. Throws RangeError below 50 px. */
export function scanBox({ width, height }: View, requested: number = SCANNER.box): number {
  if (!(requested >= SCANNER.minBox))
    throw new RangeError(`A scan box has at least ${SCANNER.minBox} px, not ${requested}`);
  return Math.max(SCANNER.minBox, Math.floor(Math.min(requested, width, height)));
}

/** A zoom in tenths, from 1 to `max` or 5, whichever is less; 1 for NaN. */
export function clampZoom(zoom: number, max: number = SCANNER.zoom.max): number {
  const highest = Math.max(SCANNER.zoom.min, Math.min(max, SCANNER.zoom.max));
  const tenths = Math.round((Number.isNaN(zoom) ? SCANNER.zoom.min : zoom) / SCANNER.zoom.step);
  return Math.max(SCANNER.zoom.min, Math.min(tenths / 10, highest));
}

/** The zoom range that a camera reports; some count from 1, some in percent. */
export type ZoomRange = { min: number; max: number };

/** The maximum zoom factor of a camera, in tenths; 1 if it has none or does not report it. */
export function maxZoom(range: ZoomRange | undefined): number {
  if (!range || !(range.min > 0) || !(range.max > range.min)) return SCANNER.zoom.min;
  return Math.floor(Math.min(SCANNER.zoom.max, range.max / range.min) * 10) / 10;
}

/** The camera's own value for a zoom factor: its minimum is factor 1. */
export function cameraZoom(zoom: number, range: ZoomRange): number {
  return Math.min(range.max, range.min * clampZoom(zoom));
}

/** Code formats in our own terms: the library and its constants are loaded with the camera. */
export type ScanFormat = 'qr' | 'ean-13' | 'ean-8' | 'upc-a' | 'upc-e' | 'code-128';

/** The formats of product barcodes. */
export const PRODUCT_CODES: readonly ScanFormat[] = ['ean-13', 'ean-8', 'upc-a', 'upc-e', 'code-128'];

const FACINGS = ['environment', 'user'] as const;

/** Which way a camera looks: `environment` is the rear one. */
type CameraFacing = (typeof FACINGS)[number];

/** The requested camera: by its id, or by the direction it faces. */
export type CameraConstraint = { facingMode: CameraFacing } | { deviceId: { exact: string } };

// Browsers use 64 hexadecimal characters or base64; other stored values are invalid.
const CAMERA_ID = /^[\w+/=.:{}-]{1,256}$/;

/** Whether the value names exactly one camera, by a valid id or a known direction. */
export function isCameraConstraint(value: unknown): value is CameraConstraint {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  if ('facingMode' in value) return FACINGS.some((facing) => facing === value.facingMode);
  return 'deviceId' in value && isExactId(value.deviceId);
}

/** The camera of that id; without a valid id the one that faces the requested way. */
export function cameraConstraint(cameraId: string | undefined, facing: CameraFacing): CameraConstraint {
  const byId = { deviceId: { exact: cameraId } };
  return isCameraConstraint(byId) ? byId : { facingMode: facing };
}

function isExactId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  return 'exact' in value && typeof value.exact === 'string' && CAMERA_ID.test(value.exact);
}
