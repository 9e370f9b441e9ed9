import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { countdownText, useSecondsUntil } from './countdown.ts';
import orderItems from './OrderItems.module.css';
import styles from './AdjustOrder.module.css';

type Props = { text: string; sum?: string | undefined; isBefore?: boolean };

/** A line with its price; crossed out for the state before. */
export function SumLine({ text, sum, isBefore = false }: Props) {
  const Text = isBefore ? 'del' : 'strong';
  return (
    <span className={isBefore ? `${orderItems.item} ${styles.before}` : orderItems.item}>
      <Text className={orderItems.words}>{text}</Text>
      {sum === undefined ? null : <Text className={orderItems.price}>{sum}</Text>}
    </span>
  );
}

/** The new total, after the one before; without one the total as it is. */
export function NewTotal({ before, after }: { before: string | undefined; after: string }) {
  const t = useText();
  return (
    <p className={orderItems.total}>
      <span>{t(before === undefined ? 'cart.total' : 'adjust.total')}</span>
      <span>
        {before === undefined ? null : <del className={styles.before}>{before}</del>} <strong>{after}</strong>
      </span>
    </p>
  );
}

/** A heading with the time that is left to answer, as long as there is some. */
export function TimedHeading({ answerBy, children }: { answerBy: string; children: ReactNode }) {
  const t = useText();
  const secondsLeft = useSecondsUntil(answerBy);
  return (
    <div className={orderItems.item}>
      {children}
      {secondsLeft > 0 ? (
        <span className={styles.countdown} role="timer" aria-label={t('adjust.timeLeft')}>
          {countdownText(secondsLeft)}
        </span>
      ) : null}
    </div>
  );
}
