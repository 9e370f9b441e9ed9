import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './HeaderPopup.module.css';

type Props = {
  /** Labels the button and its popup. */
  label: string;
  /** The content of the button. */
  face: ReactNode;
  look?: string | undefined;
  /** Which edge the panel shares with the button. */
  align?: 'start' | 'end';
  children: (close: () => void) => ReactNode;
};

/** A button of the header with a panel below it, which Esc, a tap beside it and leaving it by keyboard close. */
export function HeaderPopup({ label, face, look = '', align = 'end', children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);

  useEffect(() => {
    if (!isOpen) return undefined;
    const closeFromBeside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeFromBeside);
    return () => document.removeEventListener('pointerdown', closeFromBeside);
  }, [isOpen]);

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
    button.current?.focus();
  };
  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) close();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the button and its panel
    <div ref={root} className={styles.popup} onKeyDown={closeByKey} onBlur={closeOnLeaving}>
      <button
        ref={button}
        type="button"
        className={`${styles.button} ${look}`}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen ? (
        <div id={id} className={`${styles.panel} ${styles[align]}`} role="group" aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}
