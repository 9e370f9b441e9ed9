import { useSelector } from '@xstate/react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PrintingBar } from './PrintingBar.tsx';
import { receiptPrinter } from './receipt-printer.ts';
import { useOwnTickets } from './use-own-tickets.ts';

/** What the receipt printer does, and what it asks: an alert for what cannot be, 'Print again?' for half a receipt. */
export function PrintingNotices() {
  const t = useText();
  useOwnTickets();
  const problem = useSelector(receiptPrinter, (state) => (state.matches('failed') ? state.context.problem : undefined));
  const broken = useSelector(receiptPrinter, (state) =>
    state.matches('halfPrinted') ? state.context.queue[0] : undefined,
  );
  return (
    <>
      <PrintingBar />
      {problem ? (
        <AlertDialog text={t(problem.key as TextId)} onClose={() => receiptPrinter.send({ type: 'dismissed' })} />
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
