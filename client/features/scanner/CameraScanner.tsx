import type { ScannedCode } from '@haat/machines/scanner/scanner-events';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/use-problem-text.ts';
import styles from './CameraScanner.module.css';
import { CameraControls } from './CameraControls.tsx';
import { PictureButton } from './PictureButton.tsx';
import type { ScanFormat } from './scan-formats.ts';
import { TypedCode } from './TypedCode.tsx';
import { useScanner } from './use-scanner.ts';

type Props = {
  /** A constant: another list opens no other scanner. */
  formats: readonly ScanFormat[];
  /** What is asked for where somebody types instead; none where the screen has a field for it. */
  typed?: { label: string; hint?: string; submit: string };
  onRead: (code: ScannedCode) => void;
  onCameraFailed?: () => void;
  /** What the screen has to say of the last code. */
  children?: ReactNode;
};

/**
 * Reads codes with the camera, from a picture, or as they are typed. Its texts are those of the pages: a screen that has
 * a scanner is loaded with them. Spec sections 4, 5, 8 and 9, scanner.
 */
export function CameraScanner({ formats, typed, onRead, onCameraFailed, children }: Props) {
  const t = useText();
  const problemText = useProblemText();
  const { attach, state, send } = useScanner({ formats, onRead, onCameraFailed });
  const problem = problemText(state.context.problem);
  const isStarted = state.matches('started');

  return (
    <div className={styles.scanner}>
      <div className={styles.frame}>
        <div ref={attach} className={styles.view} />
        <p className={state.matches({ started: 'scanning' }) ? styles.tip : styles.state} role="status">
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
    </div>
  );

  function statusText(): string {
    if (state.matches({ started: 'starting' })) return t('scanner.initializing');
    if (state.matches({ started: 'scanning' })) return t('scanner.scanning');
    if (state.matches({ started: 'paused' })) return t('scanner.paused');
    return t(state.matches({ notStarted: 'readingPicture' }) ? 'scanner.readingPicture' : 'scanner.off');
  }
}
