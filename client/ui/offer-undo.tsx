import { textOf } from '../i18n/language.ts';
import { openToasts } from './toasts.tsx';

/** Longer than a plain toast: it asks for a decision. */
const VISIBLE_MS = 6000;

/** A toast for something that was removed or left, with Undo. */
export function offerUndo(text: string, onUndo: () => void, label = textOf('common.undo')): void {
  const content = (
    <span className="undo">
      <span className="undo-text">{text}</span>
      <button type="button" className="undo-button" onClick={onUndo}>
        {label}
      </button>
    </span>
  );
  void openToasts().then((toast) => toast?.(content, { type: 'info', autoClose: VISIBLE_MS }));
}
