const FACINGS = ['environment', 'user'] as const;

/** Which way a camera looks: `environment` is the rear one. */
export type CameraFacing = (typeof FACINGS)[number];

/** The camera that is wanted: one by its id, or one that looks a certain way. */
export type CameraConstraint = { facingMode: CameraFacing } | { deviceId: { exact: string } };

// Browsers make ids of 64 hexadecimal characters, or of base64; what else stands in a storage is none of theirs.
const CAMERA_ID = /^[\w+/=.:{}-]{1,256}$/;

/** Whether it names exactly one camera, by a valid id or a known way of looking. Spec section 5, scanner. */
export function isCameraConstraint(value: unknown): value is CameraConstraint {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  if ('facingMode' in value) return FACINGS.some((facing) => facing === value.facingMode);
  return 'deviceId' in value && isExactId(value.deviceId);
}

/** The camera of that id; without a valid id the one that looks the wanted way. Spec section 5, scanner. */
export function cameraConstraint(cameraId: string | undefined, facing: CameraFacing): CameraConstraint {
  const byId = { deviceId: { exact: cameraId } };
  return isCameraConstraint(byId) ? byId : { facingMode: facing };
}

function isExactId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return false;
  return 'exact' in value && typeof value.exact === 'string' && CAMERA_ID.test(value.exact);
}
