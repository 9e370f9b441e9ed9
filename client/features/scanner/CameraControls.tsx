import type { scannerMachine } from '@haat/machines/scanner/scanner.machine';
import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './CameraControls.module.css';
import { CameraChoice } from './CameraChoice.tsx';
import { ZoomSlider } from './ZoomSlider.tsx';

type Props = {
  state: SnapshotFrom<typeof scannerMachine>;
  send: ActorRefFrom<typeof scannerMachine>['send'];
  children?: ReactNode;
};

/** What can be done with the camera: only what this camera can do, and only when it can. */
export function CameraControls({ state, send, children }: Props) {
  const t = useText();
  const { cameras, cameraId, hasTorch, isTorchOn, maxZoom, zoom } = state.context;
  const isStarted = state.matches('started');
  const isScanning = state.matches({ started: 'scanning' });
  const isPaused = state.matches({ started: 'paused' });
  return (
    <div className={styles.controls}>
      <div className={styles.row}>
        <Button
          look="secondary"
          disabled={state.matches({ notStarted: 'readingPicture' })}
          onClick={() => send({ type: isStarted ? 'stop' : 'start' })}
        >
          {t(isStarted ? 'scanner.stop' : 'scanner.start')}
        </Button>
        {isScanning || isPaused ? (
          <Button look="secondary" onClick={() => send({ type: isPaused ? 'resume' : 'pause' })}>
            {t(isPaused ? 'scanner.resume' : 'scanner.pause')}
          </Button>
        ) : null}
        {isScanning && hasTorch ? (
          <Button
            look="secondary"
            aria-pressed={isTorchOn}
            onClick={() => send({ type: 'torch.switched', isOn: !isTorchOn })}
          >
            {t(isTorchOn ? 'scanner.torchOff' : 'scanner.torchOn')}
          </Button>
        ) : null}
        {children}
      </div>
      {isScanning && maxZoom > 1 ? (
        <ZoomSlider zoom={zoom} max={maxZoom} onChange={(wanted) => send({ type: 'zoom.set', zoom: wanted })} />
      ) : null}
      {isStarted && cameras.length > 1 ? (
        <CameraChoice
          cameras={cameras}
          chosen={cameraId}
          onChoose={(id) => send({ type: 'camera.chosen', cameraId: id })}
        />
      ) : null}
    </div>
  );
}
