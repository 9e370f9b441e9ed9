import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { fileUrl } from '../lib/pictures.ts';
import { Avatar } from './Avatar.tsx';
import { buttonClass } from './Button.tsx';
import hidden from './FileInput.module.css';
import styles from './PictureField.module.css';

type Props = {
  label: string;
  hint: string;
  /** The file that was chosen and is not saved yet. */
  file: File | undefined;
  /** The path of the stored picture. */
  saved: string | null;
  onChosen: (file: File | undefined) => void;
  /** How it looks, where it is not the picture of a person. */
  preview?: ReactNode;
  /** Further actions. */
  children?: ReactNode;
};

/** Chooses a picture, images only, and shows how it will look: that of a person, unless there is another preview. */
export function PictureField({ label, hint, file, saved, onChosen, preview, children }: Props) {
  const t = useText();
  const id = useId();
  const [isRefused, setRefused] = useState(false);

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = target.files?.[0];
    // A cancelled dialog changes nothing.
    if (!picked) return;
    const isImage = picked.type.startsWith('image/');
    setRefused(!isImage);
    if (isImage) onChosen(picked);
  };
  return (
    <div className={styles.field}>
      {preview ?? <Avatar path={file ? fileUrl(file) : saved} size={96} />}
      <div className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <input
          id={id}
          type="file"
          accept="image/*"
          className={hidden.input}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-hint`}
          aria-invalid={isRefused || undefined}
          onChange={choose}
        />
        <label id={`${id}-choose`} htmlFor={id} className={buttonClass('secondary')}>
          {t('picture.choose')}
        </label>
        {children}
        <p id={`${id}-hint`} className={styles.hint}>
          {file?.name ?? hint}
        </p>
        {isRefused ? (
          <p className={styles.problem} role="alert">
            {t('picture.notImage')}
          </p>
        ) : null}
      </div>
    </div>
  );
}
