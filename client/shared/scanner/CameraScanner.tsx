import { MAX_CODE_LENGTH, type ScanFormat, SCANNER } from '@haat/contract/orders/scanner';
import type { Problem } from '@haat/machines/problem';
import type { ScannedCode, scannerMachine } from '@haat/machines/stock/scanner.machine';
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/use-error-text.ts';
import { useScanner } from './use-scanner.ts';
import selectFieldStyles from '../../ui/Field.module.css';
import cameraScannerStyles from './CameraScanner.module.css';

type Props = {
  /** Constant: a change does not restart the scanner. */
  formats: readonly ScanFormat[];
  /** The texts of the input for typing a code; none where the screen has its own. */
  typed?: { label: string; hint?: string; submit: string };
  onRead: (code: ScannedCode) => void;
  onCameraFailed?: (problem: Problem) => void;
  /** The message of the screen about the last code. */
  children?: ReactNode;
};

/** Reads codes with the camera, from a picture, or as typed text. Screens that use it load the page texts. */
export function CameraScanner({ formats, typed, onRead, onCameraFailed, children }: Props) {
  const t = useText();
  const problemText = useProblemText();
  const { attach, state, send } = useScanner({ formats, onRead, onCameraFailed });
  const problem = problemText(state.context.problem);
  const isStarted = state.matches('started');

  return (
    <Stack gap={4}>
      <div className={cameraScannerStyles.frame}>
        <div ref={attach} className={cameraScannerStyles.view} />
        <p
          className={state.matches({ started: 'scanning' }) ? cameraScannerStyles.tip : cameraScannerStyles.state}
          role="status"
        >
          {statusText()}
        </p>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {children}
      <CameraControls state={state} send={send}>
        {isStarted ? null : (
          <PictureButton
            isBusy={state.hasTag('busy')}
            onGiven={(picture) => send({ type: 'picture.given', picture })}
          />
        )}
      </CameraControls>
      {typed ? <TypedCode {...typed} onGiven={(text) => onRead({ text })} /> : null}
    </Stack>
  );

  function statusText(): string {
    if (state.matches({ started: 'starting' })) return t('scanner.initializing');
    if (state.matches({ started: 'scanning' })) return t('scanner.scanning');
    if (state.matches({ started: 'paused' })) return t('scanner.paused');
    return t(state.matches({ notStarted: 'readingPicture' }) ? 'scanner.readingPicture' : 'scanner.off');
  }
}

type CameraControlsProps = {
  state: SnapshotFrom<typeof scannerMachine>;
  send: ActorRefFrom<typeof scannerMachine>['send'];
  children?: ReactNode;
};

/** The controls that this camera supports. */
function CameraControls({ state, send, children }: CameraControlsProps) {
  const t = useText();
  const { cameras, cameraId, hasTorch, isTorchOn, maxZoom, zoom } = state.context;
  const isStarted = state.matches('started');
  const isScanning = state.matches({ started: 'scanning' });
  const isPaused = state.matches({ started: 'paused' });
  return (
    <Stack>
      <Row align="stretch">
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
      </Row>
      {isScanning && maxZoom > 1 ? (
        <ZoomSlider zoom={zoom} max={maxZoom} onChange={(value) => send({ type: 'zoom.set', zoom: value })} />
      ) : null}
      {isStarted && cameras.length > 1 ? (
        <CameraChoice
          cameras={cameras}
          chosen={cameraId}
          onChoose={(id) => send({ type: 'camera.chosen', cameraId: id })}
        />
      ) : null}
    </Stack>
  );
}

type ZoomSliderProps = { zoom: number; max: number; onChange: (zoom: number) => void };

/** Zoom from 1 to 5 in steps of 0.1, limited by the camera. */
function ZoomSlider({ zoom, max, onChange }: ZoomSliderProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={cameraScannerStyles.line}>
      <label htmlFor={id}>{t('scanner.zoom')}</label>
      <input
        id={id}
        type="range"
        className={cameraScannerStyles.slider}
        min={SCANNER.zoom.min}
        max={max}
        step={SCANNER.zoom.step}
        value={zoom}
        aria-valuetext={t('scanner.zoomFactor', { zoom })}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className={cameraScannerStyles.factor}>
        {t('scanner.zoomFactor', { zoom })}
      </output>
    </div>
  );
}

type CameraChoiceProps = {
  cameras: readonly { id: string; label: string }[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The choice of a camera; a camera without a name is numbered. */
function CameraChoice({ cameras, chosen, onChoose }: CameraChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={cameraScannerStyles.line}>
      <label htmlFor={id}>{t('scanner.camera')}</label>
      <select
        id={id}
        className={`${selectFieldStyles.select} ${cameraScannerStyles.select}`}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        {cameras.map((camera, at) => (
          <option key={camera.id} value={camera.id}>
            {camera.label || t('scanner.cameraNumber', { number: at + 1 })}
          </option>
        ))}
      </select>
    </div>
  );
}

type PictureButtonProps = { isBusy: boolean; onGiven: (picture: File) => void };

/** Reads the code of a photo or an image file. */
function PictureButton({ isBusy, onGiven }: PictureButtonProps) {
  const t = useText();
  const give = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picture = target.files?.[0];
    if (picture) onGiven(picture);
    // Allows choosing the same picture again.
    target.value = '';
  };
  return (
    <label className={`${buttonClass('secondary')} ${cameraScannerStyles.picture}`}>
      {t('scanner.picture')}
      <input type="file" accept="image/*" className="visually-hidden" disabled={isBusy} onChange={give} />
    </label>
  );
}

type TypedCodeProps = { label: string; hint?: string; submit: string; onGiven: (text: string) => void };

/** The alternative to a camera; it also serves hand scanners that type and press Enter. */
function TypedCode({ label, hint, submit, onGiven }: TypedCodeProps) {
  const [typed, setTyped] = useState('');
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onGiven(typed.trim());
  };
  return (
    <form className={cameraScannerStyles.form} onSubmit={give}>
      <Field
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={MAX_CODE_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
