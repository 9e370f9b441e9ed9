import type { ZoomRange } from '@haat/contract/rules/scanner';
import type { Problem } from '../problem.ts';

/** What was read: its text, and in which kind of code where that is known. */
export type ScannedCode = { text: string; format?: string };

type Camera = { id: string; label: string };
/** What a running camera can do, and which others there are. */
export type CameraFacts = { id: string; cameras: readonly Camera[]; hasTorch: boolean; zoom?: ZoomRange };

export type CameraCommand =
  { type: 'pause' } | { type: 'resume' } | { type: 'torch'; isOn: boolean } | { type: 'zoom'; zoom: number };
/** Which camera to open; without an id, the one that looks the right way. */
export type CameraInput = { cameraId: string | undefined };
export type CameraEvent =
  | { type: 'camera.started'; camera: CameraFacts }
  | { type: 'camera.failed'; problem: Problem }
  | { type: 'torch.failed'; isOn: boolean }
  | { type: 'code.read'; code: ScannedCode };

export type ScannerEvents =
  | CameraEvent
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'torch.switched'; isOn: boolean }
  | { type: 'zoom.set'; zoom: number }
  | { type: 'camera.chosen'; cameraId: string }
  | { type: 'picture.given'; picture: unknown }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'view.turned' }
  | { type: 'code.gone' };

export type ScannerContext = {
  startsAtOnce: boolean;
  cameraId: string | undefined;
  cameras: readonly Camera[];
  hasTorch: boolean;
  isTorchOn: boolean;
  zoom: number;
  /** 1 for a camera that cannot zoom. */
  maxZoom: number;
  lastText: string | undefined;
  problem: Problem | undefined;
};

/** What a screen hears: a code was read, or the camera does not come. */
export type ScannerEmitted = { type: 'read'; code: ScannedCode } | { type: 'cameraFailed' };
