import { cameraConstraint } from '@haat/contract/rules/camera-constraint';
import type { CameraCommand, CameraEvent, CameraInput, ScannedCode } from '@haat/machines/scanner/scanner-events';
import { fromCallback, fromPromise } from 'xstate';
import { factsOf, switchTorch, zoomTo } from './camera-features.ts';
import { forgetCamera, rememberCamera, rememberDenial } from './camera-memory.ts';
import { cameraObstacle, cameraProblem } from './camera-problem.ts';
import { inTurn } from './in-turn.ts';
import type { RunningCamera, ScanView } from './scan-engine.ts';

type GetView = () => ScanView;
type Tell = (event: CameraEvent) => void;

/** The camera of the scanner machine: opened when the machine starts it, given back when the machine leaves it. */
export function cameraActor(getView: GetView) {
  return fromCallback<CameraCommand, CameraInput>(({ input, sendBack, receive }) => {
    let camera: RunningCamera | undefined;
    let isOver = false;
    const tell: Tell = (event) => {
      if (!isOver) sendBack(event);
    };
    void inTurn(async () => {
      if (isOver) return;
      camera = await open(input.cameraId, getView(), tell);
      const facts = await factsOf(camera.track);
      rememberCamera(facts.id);
      tell({ type: 'camera.started', camera: facts });
    }).catch((error: unknown) => {
      const problem = cameraObstacle() ?? cameraProblem(error);
      if (problem.key === 'scanner.denied') rememberDenial();
      tell({ type: 'camera.failed', problem });
    });
    receive((command) => {
      if (camera) obey(command, camera, tell);
    });
    return () => {
      isOver = true;
      void inTurn(async () => camera?.close());
    };
  });
}

/** Reads the code of a picture that somebody chose. */
export function pictureActor(getView: GetView) {
  return fromPromise<ScannedCode, { picture: unknown }>(({ input: { picture } }) =>
    inTurn(async () => {
      if (!(picture instanceof File)) throw new TypeError('This is no file');
      const { scanPicture } = await import('./scan-engine.ts');
      return scanPicture(picture, getView());
    }),
  );
}

async function open(cameraId: string | undefined, view: ScanView, tell: Tell): Promise<RunningCamera> {
  const obstacle = cameraObstacle();
  if (obstacle) throw new Error(obstacle.key);
  const { runScanner } = await import('./scan-engine.ts');
  const onCode = (code: ScannedCode) => tell({ type: 'code.read', code });
  const run = (id: string | undefined) =>
    runScanner({ ...view, onCode, constraint: cameraConstraint(id, 'environment') });
  const camera = await run(cameraId).catch((error: unknown) => {
    if (cameraId === undefined || cameraProblem(error).key !== 'scanner.noCamera') throw error;
    // The camera of the last time was unplugged, or has a new id.
    forgetCamera();
    return run(undefined);
  });
  camera.track.addEventListener('ended', () => tell({ type: 'camera.failed', problem: { key: 'scanner.lost' } }));
  return camera;
}

function obey(command: CameraCommand, camera: RunningCamera, tell: Tell): void {
  switch (command.type) {
    case 'pause':
      camera.pause();
      break;
    case 'resume':
      void camera.resume();
      break;
    case 'torch':
      void switchTorch(camera.track, command.isOn).then((isDone) => {
        if (!isDone) tell({ type: 'torch.failed', isOn: command.isOn });
      });
      break;
    case 'zoom':
      void zoomTo(camera.track, command.zoom);
  }
}
