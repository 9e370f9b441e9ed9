import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import field from '../../ui/SelectField.module.css';
import styles from './CameraControls.module.css';

type Props = {
  cameras: readonly { id: string; label: string }[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** Which camera, where there are several; one without a name is counted. */
export function CameraChoice({ cameras, chosen, onChoose }: Props) {
  const t = useText();
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{t('scanner.camera')}</label>
      <select
        id={id}
        className={`${field.select} ${styles.select}`}
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
