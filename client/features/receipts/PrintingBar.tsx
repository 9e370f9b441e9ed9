import { useSelector } from '@xstate/react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './PrintingBar.module.css';
import { receiptPrinter } from './receipt-printer.ts';

/** How far the printing has come, while there is something to print. */
export function PrintingBar() {
  const count = useSelector(receiptPrinter, ({ context }) => context.queue.length);
  const isIdle = useSelector(receiptPrinter, (state) => state.matches('idle'));
  // Then a dialog speaks of it.
  const isAsking = useSelector(receiptPrinter, (state) => state.matches('halfPrinted') || state.matches('failed'));
  if (count === 0 || isAsking) return null;
  return <div className={styles.bar}>{isIdle ? <WaitingTickets count={count} /> : <Progress count={count} />}</div>;
}

function Progress({ count }: { count: number }) {
  const t = useText();
  const { sent, all, queue } = useSelector(receiptPrinter, ({ context }) => context);
  const isPrinting = useSelector(receiptPrinter, (state) => state.matches({ reached: 'printing' }));
  const number = queue[0]?.number ?? '';
  const doing = isPrinting ? t('receipts.printing', { number }) : t('receipts.connecting');
  const more = count > 1 ? ` · ${t('receipts.waitingMore', { count: count - 1 })}` : '';
  return (
    <>
      <p role="status">
        {doing}
        {more}
      </p>
      <progress className={styles.progress} aria-label={doing} value={isPrinting ? sent : 0} max={all || 1} />
    </>
  );
}

function WaitingTickets({ count }: { count: number }) {
  const t = useText();
  return (
    <>
      <p role="status">{t('receipts.waiting', { count })}</p>
      <div className={styles.actions}>
        <Button look="quiet" onClick={() => receiptPrinter.send({ type: 'discarded' })}>
          {t('receipts.discard')}
        </Button>
        <Button look="secondary" onClick={() => receiptPrinter.send({ type: 'retry' })}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </>
  );
}
