import type { FocusEvent, KeyboardEvent } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { withPlainNumber } from '../../../ui/Field.tsx';
import type { EditedNumber } from './use-edit-number.ts';
import styles from './NumberBox.module.css';

type Props = {
  edited: EditedNumber;
  /** The full name for screen readers. */
  label: string;
  field: 'price' | 'stock';
};

/**
 * A price or a stock that is edited in place: typed, or with steps of one item for a stock. Enter saves it and moves to the next row, as the
 * arrow keys do for a price.
 */
export function NumberBox({ edited, label, field }: Props) {
  const { id, kind, isWeighed, draft, problem, question, isSaving, send, commit } = edited;
  const hasSteps = kind === 'pieces';

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (commit()) focusNeighbour(event.currentTarget, event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') send({ type: 'discarded' });
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const isUp = event.key === 'ArrowUp';
    if (hasSteps) send({ type: 'stepped', by: isUp ? 1 : -1 });
    else if (commit()) focusNeighbour(event.currentTarget, isUp ? -1 : 1);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) commit();
  };
  const isInvalid = Boolean(problem ?? question);
  return (
    <div className={styles.editor} onBlur={onBlur} role="group" aria-label={label}>
      <div className={isSaving ? `${styles.box} ${styles.saving}` : styles.box}>
        {hasSteps ? (
          <Step by={-1} label={label} send={send} />
        ) : (
          <span className={styles.sign} aria-hidden="true">
            {'₹'}
          </span>
        )}
        <input
          className={styles.input}
          data-field={field}
          type="text"
          inputMode={isWeighed ? 'text' : hasSteps ? 'numeric' : 'decimal'}
          enterKeyHint="next"
          autoComplete="off"
          maxLength={20}
          aria-label={label}
          aria-busy={isSaving}
          aria-invalid={isInvalid ? true : undefined}
          aria-describedby={isInvalid ? id : undefined}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => send({ type: 'typed', text: (isWeighed ? event : withPlainNumber(event)).target.value })}
          onKeyDown={onKeyDown}
        />
        {hasSteps ? <Step by={1} label={label} send={send} /> : null}
      </div>
    </div>
  );
}

type StepProps = { by: 1 | -1; label: string; send: EditedNumber['send'] };

function Step({ by, label, send }: StepProps) {
  const t = useText();
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={t(by === 1 ? 'productList.oneMore' : 'productList.less', { name: label })}
      onClick={() => send({ type: 'stepped', by })}
    >
      {by === 1 ? '+' : '−'}
    </button>
  );
}

/** Moves the focus to the same field of the next row, or of the one before; stays where there is none. */
function focusNeighbour(input: HTMLInputElement, by: 1 | -1): void {
  const { field } = input.dataset;
  const all = [...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`input[data-field="${field}"]`) ?? [])];
  const next = all[all.indexOf(input) + by];
  // At the end of the list, the text is selected instead.
  if (next) next.focus();
  else input.select();
}
