import type { OrderView } from '@haat/contract/api/orders.schema';
import { useLingui } from '@lingui/react';
import { useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useLineForm } from '../cart/use-line-form.ts';
import { printSheet } from './print-sheet.ts';
import { markReceiptPrinted } from './printed-receipts.ts';
import { receiptOf, type Receipt } from './receipt.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import { usePrintReceipt } from './use-print-receipt.ts';

type Props = { order: OrderView };

/** The receipt in one tap: on the Bluetooth printer where one was chosen, else through the browser's print dialog. */
export function PrintReceiptButton({ order }: Props) {
  const t = useText();
  const { i18n } = useLingui();
  const form = useLineForm();
  const { key, number, hasPrinter, isWaiting, isCopy, send } = usePrintReceipt(order);
  const sheet = useRef<HTMLDivElement>(null);
  const [receipt, setReceipt] = useState<Receipt>();

  const printOnPage = () => {
    // In the page before the dialog opens: it takes a picture of what is there.
    flushSync(() => setReceipt(receiptOf(order, { t, locale: i18n.locale, isCopy, form })));
    if (sheet.current) printSheet(sheet.current, () => setReceipt(undefined));
    markReceiptPrinted(key);
  };
  const label = t(isCopy ? 'receipts.printCopy' : 'receipts.print');
  return (
    <>
      <Button
        look="secondary"
        wide
        // Not `disabled` while it prints: that would take the focus away.
        aria-disabled={isWaiting}
        aria-label={isWaiting ? undefined : t(isCopy ? 'receipts.copyNamed' : 'receipts.printNamed', { number })}
        onClick={hasPrinter ? send : printOnPage}
      >
        {isWaiting ? t('receipts.printingNow') : label}
      </Button>
      {receipt ? createPortal(<ReceiptSheet ref={sheet} receipt={receipt} />, document.body) : null}
    </>
  );
}
