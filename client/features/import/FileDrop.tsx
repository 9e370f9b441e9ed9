import { useId, useState, type ChangeEvent, type DragEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import hidden from '../../ui/FileInput.module.css';
import styles from './FileDrop.module.css';

type Props = { file: File | undefined; onChosen: (file: File) => void };

/** A place to drop a CSV file on, or to choose one. */
export function FileDrop({ file, onChosen }: Props) {
  const t = useText();
  const id = useId();
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const chosen = files?.[0];
    // A dialog that was called off changes nothing.
    if (chosen) onChosen(chosen);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files);
    // The same file, mended, can be chosen again.
    target.value = '';
  };
  return (
    <div
      className={`${styles.drop} ${isOver ? styles.over : ''}`}
      role="group"
      aria-labelledby={`${id}-hint`}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p id={`${id}-hint`}>{t('import.drop')}</p>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        className={hidden.input}
        aria-describedby={`${id}-limits ${id}-file`}
        onChange={choose}
      />
      <label htmlFor={id} className={buttonClass('secondary')}>
        {t('import.choose')}
      </label>
      <p id={`${id}-file`} className={styles.file} role="status">
        {file?.name}
      </p>
      <p id={`${id}-limits`} className={styles.limits}>
        {t('import.limits')}
      </p>
    </div>
  );
}
