import { cameraConstraint, cameraZoom, type ZoomRange } from '@haat/contract/orders/scanner';
import type { Problem, TextKey } from '@haat/machines/problem';
import type {
  CameraCommand,
  CameraEvent,
  CameraInput,
  ScannedCode,
  CameraFacts,
} from '@haat/machines/stock/scanner.machine';
import { fromCallback, fromPromise } from 'xstate';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';
import type { RunningCamera, ScanView } from './scan-engine.ts';

type GetView = () => ScanView;
type SendEvent = (event: CameraEvent) => void;

/** The camera of the scanner machine: opened while its actor runs. */
export function cameraActor(getView: GetView) {
  return fromCallback<CameraCommand, CameraInput>(({ input, sendBack, receive }) => {
    let camera: RunningCamera | undefined;
    let isOver = false;
    const send: SendEvent = (event) => {
      if (!isOver) sendBack(event);
    };
    void serialize(async () => {
      if (isOver) return;
      camera = await open(input.cameraId, getView(), send);
      const facts = await readFeatures(camera.track);
      storeCamera(facts.id);
      send({ type: 'camera.started', camera: facts });
    }).catch((error: unknown) => {
      const problem = cameraRejection() ?? cameraProblem(error);
      if (problem.key === 'scanner.denied') storeDenial();
      send({ type: 'camera.failed', problem });
    });
    receive((command) => {
      if (camera) runCommand(command, camera, send);
    });
    return () => {
      isOver = true;
      void serialize(async () => camera?.close());
    };
  });
}

/** Reads the code of a chosen picture. */
export function pictureActor(getView: GetView) {
  return fromPromise<ScannedCode, { picture: unknown }>(({ input: { picture } }) =>
    serialize(async () => {
      if (!(picture instanceof File)) throw new TypeError('This is no file');
      const { scanPicture } = await import('./scan-engine.ts');
      return scanPicture(picture, getView());
    }),
  );
}

async function open(cameraId: string | undefined, view: ScanView, send: SendEvent): Promise<RunningCamera> {
  const rejection = cameraRejection();
  if (rejection) throw new Error(rejection.key);
  const { runScanner } = await import('./scan-engine.ts');
  const onCode = (code: ScannedCode) => send({ type: 'code.read', code });
  const run = (id: string | undefined) =>
    runScanner({ ...view, onCode, constraint: cameraConstraint(id, 'environment') });
  const camera = await run(cameraId).catch((error: unknown) => {
    if (cameraId === undefined || cameraProblem(error).key !== 'scanner.noCamera') throw error;
    // The last camera was unplugged, or has a new id.
    clearLastCamera();
    return run(undefined);
  });
  camera.track.addEventListener('ended', () => send({ type: 'camera.failed', problem: { key: 'scanner.lost' } }));
  return camera;
}

function runCommand(command: CameraCommand, camera: RunningCamera, send: SendEvent): void {
  switch (command.type) {
    case 'pause':
      camera.pause();
      break;
    case 'resume':
      void camera.resume();
      break;
    case 'torch':
      void switchTorch(camera.track, command.isOn).then((isDone) => {
        if (!isDone) send({ type: 'torch.failed', isOn: command.isOn });
      });
      break;
    case 'zoom':
      void zoomTo(camera.track, command.zoom);
  }
}

const PROBLEMS: readonly [RegExp, TextKey][] = [
  [/NotAllowedError|PermissionDenied|SecurityError/, 'scanner.denied'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'scanner.noCamera'],
  [/NotReadableError|TrackStartError|AbortError/, 'scanner.inUse'],
  [/dynamically imported module|importing a module/i, 'scanner.notLoaded'],
];

/** Why the browser has no camera access; undefined if it has. */
function cameraRejection(): Problem | undefined {
  if (!window.isSecureContext) return { key: 'scanner.insecure' };
  // Missing in older browsers, despite the types.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  return mediaDevices && 'getUserMedia' in mediaDevices ? undefined : { key: 'scanner.unsupported' };
}

/** The problem of a camera error; the library wraps the browser's error in a text. */
function cameraProblem(thrown: unknown): Problem {
  const text = String(thrown);
  return { key: PROBLEMS.find(([pattern]) => pattern.test(text))?.[1] ?? 'scanner.failed' };
}

const PERMISSION = 'cameraPermission';
const LAST_CAMERA = 'lastCameraId';

/** Whether permission was denied on this device the last time: then only a tap asks again. */
export function wasCameraDenied(): boolean {
  return readStored(PERMISSION) === 'denied';
}

/** The camera that was used last on this device. */
export function lastCameraId(): string | undefined {
  return readStored(LAST_CAMERA);
}

/** Stores that permission was granted, and the camera. */
function storeCamera(id: string): void {
  writeStored(PERMISSION, 'granted');
  writeStored(LAST_CAMERA, id);
}

/** Stores that permission was denied. */
function storeDenial(): void {
  writeStored(PERMISSION, 'denied');
}

/** Removes a camera that no longer exists. */
function clearLastCamera(): void {
  removeStored(LAST_CAMERA);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Serializes tasks over all scanners of the page: a camera that is opened while another one closes shows two pictures
 * or none, which happens in React strict mode.
 */
function serialize<Result>(task: () => Promise<Result>): Promise<Result> {
  const result = last.then(task);
  last = result.catch(() => {});
  return result;
}

// Supported by phones, but missing in the types.
type Capabilities = MediaTrackCapabilities & { torch?: boolean; zoom?: ZoomRange };

/** The features of the running camera, and the other cameras: their names are known once permission was granted. */
async function readFeatures(track: MediaStreamTrack): Promise<CameraFacts> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  const zoom = zoomOf(track);
  return {
    id: track.getSettings().deviceId ?? '',
    cameras: cameras.map(({ deviceId, label }) => ({ id: deviceId, label })),
    hasTorch: capabilitiesOf(track).torch === true,
    ...(zoom ? { zoom } : {}),
  };
}

/** Switches the torch. False if it did not change: a camera may ignore it without an error. */
async function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    return (track.getSettings() as { torch?: boolean }).torch === isOn;
  } catch {
    return false;
  }
}

/** Sets the zoom. Errors are ignored: the picture shows the result. */
async function zoomTo(track: MediaStreamTrack, zoom: number): Promise<void> {
  const range = zoomOf(track);
  if (!range) return;
  const wish = { zoom: cameraZoom(zoom, range) } as MediaTrackConstraintSet;
  await track.applyConstraints({ advanced: [wish] }).catch(() => {});
}

// The zoom range in units of the camera.
function zoomOf(track: MediaStreamTrack): ZoomRange | undefined {
  const { zoom } = capabilitiesOf(track);
  return zoom && { min: zoom.min, max: zoom.max };
}

// Firefox does not support `getCapabilities`.
function capabilitiesOf(track: MediaStreamTrack): Capabilities {
  return 'getCapabilities' in track ? track.getCapabilities() : {};
}
