import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import styles from './Dialog.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

type Props = {
  label: string;
  onClose: () => void;
  children: ReactNode;
  shape?: 'middle' | 'sheet' | 'side';
  role?: 'dialog' | 'alertdialog';
};

const SHAPES = { middle: '', sheet: styles.sheet, side: styles.side };

/**
 * A modal dialog while it is mounted. Esc, Back and a click beside it call `onClose`; an alert has no place in the
 * history, for Back it belongs to the page or the dialog that it speaks of.
 */
export function Dialog({ label, onClose, children, shape = 'middle', role = 'dialog' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useCloseOnBack(onClose, role === 'dialog');

  // A layout effect, because only a dialog that is closed while it is in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => element?.close();
  }, []);

  const closeFromBeside = (event: MouseEvent) => {
    if (event.target === dialog.current && isBeside(event, dialog.current)) onClose();
  };

  return (
    // The keyboard closes it with Esc, which the browser reports as `cancel`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      role={role}
      aria-label={label}
      className={`${styles.dialog} ${SHAPES[shape]}`}
      onClick={closeFromBeside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}

function isBeside({ clientX, clientY }: MouseEvent, element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
