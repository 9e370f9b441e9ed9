import type { NumberKind } from '@haat/contract/rules/typed-number';
import type { SaveNumber } from '@haat/machines/product-list/edit-number.machine';
import { useId, type FocusEvent, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import styles from './NumberEditor.module.css';
import { useEditNumber } from './use-edit-number.ts';

type Props = {
  kind: NumberKind;
  value: number;
  /** One word above it; `label` says for screen readers what it is of. */
  caption: string;
  label: string;
  save: (request: SaveNumber) => Promise<number>;
};

/** A price or stock that is changed where it stands: typed, or stepped where it counts pieces. */
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
          maxLength={12}
          aria-label={label}
          aria-busy={isSaving}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={draft}
          onFocus={(event) => event.target.select()}
          onChange={(event) => send({ type: 'typed', text: event.target.value })}
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
