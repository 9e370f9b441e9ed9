import { type NumberKind, readTypedNumber } from '@haat/contract/rules/product-input';
import { editNumberMachine, type SaveNumber } from '@haat/machines/product-list/edit-number.machine';
import { useMachine } from '@xstate/react';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { fromPromise } from 'xstate';
import { useText } from '../../i18n/use-text.ts';
import { useProblemText } from '../../ui/use-error-text.ts';
import { withPlainNumber } from '../../ui/Field.tsx';
import styles from './NumberEditor.module.css';

type Props = {
  kind: NumberKind;
  value: number;
  /** Shown above the field; `label` is its full name for screen readers. */
  caption: string;
  label: string;
  save: (request: SaveNumber) => Promise<number>;
};

/** Edits a price or a stock in place: typed, or with steps for pieces. */
export function NumberEditor({ kind, value, caption, label, save }: Props) {
  const t = useText();
  const id = useId();
  const { draft, problem, isSaving, send } = useEditNumber({ kind, value, save });
  const hasSteps = kind === 'pieces';

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send({ type: 'committed' });
    if (event.key === 'Escape') send({ type: 'discarded' });
    if (!hasSteps || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    send({ type: 'stepped', by: event.key === 'ArrowUp' ? 1 : -1 });
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) send({ type: 'committed' });
  };
  const step = (by: 1 | -1) => (
    <button
      type="button"
      className={styles.step}
      aria-label={t(by === 1 ? 'productList.oneMore' : 'productList.less', { name: label })}
      onClick={() => send({ type: 'stepped', by })}
    >
      {by === 1 ? '+' : '−'}
    </button>
  );

  return (
    <div className={styles.editor} onBlur={onBlur} role="group" aria-label={label}>
      <div className={isSaving ? `${styles.box} ${styles.saving}` : styles.box}>
        <span className={styles.caption} aria-hidden="true">
          {caption}
        </span>
        {hasSteps ? (
          step(-1)
        ) : (
          <span className={styles.sign} aria-hidden="true">
            {'₹'}
          </span>
        )}
        <input
          className={styles.input}
          type="text"
          inputMode={hasSteps ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={20}
          aria-label={label}
          aria-busy={isSaving}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => send({ type: 'typed', text: withPlainNumber(event).target.value })}
          onKeyDown={onKeyDown}
        />
        {hasSteps ? step(1) : null}
      </div>
      {problem ? (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

type Edited = { kind: NumberKind; value: number; save: (request: SaveNumber) => Promise<number> };

/** Edits one number. A pending change is saved also when the screen is left. */
function useEditNumber({ kind, value, save }: Edited) {
  const problemText = useProblemText();
  const actors = { saveNumber: fromPromise<number, SaveNumber>(({ input }) => save(input)) };
  const [state, send, actor] = useMachine(editNumberMachine.provide({ actors }), { input: { kind, value } });

  useEffect(() => send({ type: 'value.changed', value }), [send, value]);

  const saving = useRef(save);
  useEffect(() => {
    saving.current = save;
  });
  useEffect(
    () => () => {
      const snapshot = actor.getSnapshot();
      const { draft, seen } = snapshot.context;
      const typed = readTypedNumber(kind, draft);
      const isOpen = snapshot.matches('typing') || snapshot.matches('stepping');
      // A failure cannot be shown any more; the list shows the stored value the next time.
      if (isOpen && typed !== undefined && typed !== seen) saving.current({ value: typed, seen }).catch(() => {});
    },
    [actor, kind],
  );

  const { draft, problem } = state.context;
  return { draft, problem: problemText(problem), isSaving: state.hasTag('busy'), send };
}
