import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { buttonClass } from '../../../ui/Button.tsx';
import fileInput from '../../../ui/FileInput.module.css';
import looks from '../../../ui/looks.module.css';
import styles from './Import.module.css';

/** `accept`: the kinds of files that the file dialog offers; the others are texts. */
type Props = {
  file: File | undefined;
  drop: string;
  choose: string;
  limits: string;
  accept: string;
  onChosen: (file: File) => void;
};

/** A drop zone for the file, with a file dialog. */
export function FileDrop({ file, drop: hint, choose: chooseText, limits, accept, onChosen }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  const take = (files: FileList | null) => {
    const chosen = files?.[0];
    // A cancelled dialog has no file.
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
    // So that the same file can be chosen again after it was corrected.
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
      <p id={`${id}-hint`}>{hint}</p>
      <input
        id={id}
        type="file"
        accept={accept}
        className={fileInput.input}
        aria-describedby={`${id}-limits ${id}-file`}
        onChange={choose}
      />
      <label htmlFor={id} className={buttonClass('secondary')}>
        {chooseText}
      </label>
      <p id={`${id}-file`} className={styles.file} role="status">
        {file?.name}
      </p>
      <p id={`${id}-limits`} className={looks.hint}>
        {limits}
      </p>
    </div>
  );
}
