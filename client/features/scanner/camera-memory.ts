import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

const PERMISSION = 'cameraPermission';
const LAST_CAMERA = 'lastCameraId';

/** Whether the camera was refused on this device the last time; then it is only asked for again by a tap. */
export function wasCameraDenied(): boolean {
  return readStored(PERMISSION) === 'denied';
}

/** The camera that was used last on this device. Spec section 3, local storage. */
export function lastCameraId(): string | undefined {
  return readStored(LAST_CAMERA);
}

/** Remembers that the camera was allowed, and which one it is. */
export function rememberCamera(id: string): void {
  writeStored(PERMISSION, 'granted');
  writeStored(LAST_CAMERA, id);
}

/** Remembers that the camera was refused. */
export function rememberDenial(): void {
  writeStored(PERMISSION, 'denied');
}

/** Forgets a camera that is not there any more. */
export function forgetCamera(): void {
  removeStored(LAST_CAMERA);
}
