import { SCANNER } from '@haat/contract/rules/scanner';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import styles from './CameraControls.module.css';

type Props = { zoom: number; max: number; onChange: (zoom: number) => void };

/** Zoom from 1 to 5 in steps of 0.1, as far as the camera goes. Spec section 9. */
export function ZoomSlider({ zoom, max, onChange }: Props) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{t('scanner.zoom')}</label>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={SCANNER.zoom.min}
        max={max}
        step={SCANNER.zoom.step}
        value={zoom}
        aria-valuetext={t('scanner.zoomFactor', { zoom })}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className={styles.factor}>
        {t('scanner.zoomFactor', { zoom })}
      </output>
    </div>
  );
}
