import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Row } from '../../../ui/Card.tsx';
import { AlertDialog, ConfirmDialog } from '../../../ui/Dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { receiptPrinter } from './receipt-printer.ts';
import styles from './Receipt.module.css';

/** The progress of the receipt printer, its errors, and 'Print again?' for an interrupted receipt. */
export function PrintingNotices() {
  const t = useText();
  useDiscardForeignTickets();
  const problem = useSelector(receiptPrinter, (state) => (state.matches('failed') ? state.context.problem : undefined));
  const broken = useSelector(receiptPrinter, (state) =>
    state.matches('halfPrinted') ? state.context.queue[0] : undefined,
  );
  return (
    <>
      <PrintingBar />
      {problem ? (
        <AlertDialog text={t(problem.key)} onClose={() => receiptPrinter.send({ type: 'dismissed' })} />
      ) : null}
      {broken ? (
        <ConfirmDialog
          text={t('receipts.brokeOff', { number: broken.number })}
          confirm={t('receipts.again')}
          onConfirm={() => receiptPrinter.send({ type: 'again' })}
          onClose={() => receiptPrinter.send({ type: 'skipped' })}
        />
      ) : null}
    </>
  );
}

/** The progress of the print queue; absent while it is empty. */
function PrintingBar() {
  const count = useSelector(receiptPrinter, ({ context }) => context.queue.length);
  const isIdle = useSelector(receiptPrinter, (state) => state.matches('idle'));
  // A dialog is open instead.
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
      <Row justify="end" align="stretch" gap={2}>
        <Button look="quiet" onClick={() => receiptPrinter.send({ type: 'discarded' })}>
          {t('receipts.discard')}
        </Button>
        <Button look="secondary" onClick={() => receiptPrinter.send({ type: 'retry' })}>
          {t('common.tryAgain')}
        </Button>
      </Row>
    </>
  );
}

/** Discards the queued receipts of another shop that was logged in on this device. */
function useDiscardForeignTickets(): void {
  const { shopId } = useSession();
  useEffect(() => {
    const { queue } = receiptPrinter.getSnapshot().context;
    if (queue.some(({ order }) => order && order.shop.id !== shopId)) receiptPrinter.send({ type: 'discarded' });
  }, [shopId]);
}
