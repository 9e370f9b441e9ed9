import type { ChangeEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import styles from './CameraControls.module.css';

type Props = { isBusy: boolean; onGiven: (picture: File) => void };

/** Reads the code of a picture: of a photo taken now, or one that somebody was sent. */
export function PictureButton({ isBusy, onGiven }: Props) {
  const t = useText();
  const give = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picture = target.files?.[0];
    if (picture) onGiven(picture);
    // The same picture may be chosen again.
    target.value = '';
  };
  return (
    <label className={`${buttonClass('secondary')} ${styles.picture}`}>
      {t('scanner.picture')}
      <input type="file" accept="image/*" className="visually-hidden" disabled={isBusy} onChange={give} />
    </label>
  );
}
