import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';

type Props = {
  label: string;
  onClose: () => void;
  children: ReactNode;
  shape?: 'middle' | 'sheet' | 'side';
  role?: 'dialog' | 'alertdialog';
};

const SHAPES = { middle: '', sheet: styles.sheet, side: styles.side };

/**
 * A modal dialog while it is mounted. Esc, Back and a click beside it call `onClose`; an alert has no history entry:
 * Back closes the page or dialog below it.
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

type ConfirmDialogProps = { text: string; confirm: string; onConfirm: () => void; onClose: () => void };

/** Asks before an action that cannot be undone; Cancel has the focus. */
export function ConfirmDialog({ text, confirm, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useText();
  return (
    <Dialog role="alertdialog" label={text} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button look="secondary" onClick={onClose} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={onConfirm}>{confirm}</Button>
      </div>
    </Dialog>
  );
}

/** `about`: its subject, such as an order or the fields to fill in. */
type AlertDialogProps = { text: string; about?: string | undefined; onClose: () => void };

/** An alert of the product: its exact text and OK. Unlike `window.alert` it stops no timer, stream or camera. */
export function AlertDialog({ text, about, onClose }: AlertDialogProps) {
  const t = useText();
  return (
    <Dialog role="alertdialog" label={about ? `${text} ${about}` : text} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      {about ? <p>{about}</p> : null}
      <div className={styles.actions}>
        <Button onClick={onClose} autoFocus>
          {t('common.ok')}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Makes Back close an overlay instead of leaving the page: an overlay has a history entry with the page's own address.
 * Closed otherwise, it removes that entry. A link out of an overlay replaces the entry (`replace`).
 */
export function useCloseOnBack(onClose: () => void, isEnabled: boolean): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (!isEnabled) return undefined;
    let hasEntry = false;
    // The router's own state is kept, so that both entries are the same location for the router. Deferred, because
    // an effect that is run twice in development would go back from its own second entry.
    const entering = setTimeout(() => {
      history.pushState({ ...history.state, isOverlay: true }, '');
      hasEntry = true;
    });
    const leave = (event: Event) => {
      // The dialog above this one went back over its own entry.
      if (pendingBacks > 0 || event === ownPop) return;
      hasEntry = false;
      close.current();
    };
    window.addEventListener('popstate', leave);
    return () => {
      clearTimeout(entering);
      window.removeEventListener('popstate', leave);
      if (!hasEntry || !isOnOverlay()) return;
      pendingBacks += 1;
      window.addEventListener('popstate', endOwnBack, { once: true });
      history.back();
    };
  }, [isEnabled]);
}

/** Of dialogs that were closed without Back: how many are going back over their entries, and the event of the last that did. */
let pendingBacks = 0;
let ownPop: Event | undefined;

// Listeners on `window` run in the order they were added: dialogs below come before this one, newer ones after it.
function endOwnBack(event: Event): void {
  pendingBacks = 0;
  ownPop = event;
}

function isOnOverlay(): boolean {
  return (history.state as { isOverlay?: boolean } | null)?.isOverlay === true;
}
