import type { OrderView } from '@haat/contract/api/orders';
import { useLingui } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { type Ref, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useVariantLabel } from '../../i18n/use-name.ts';
import { isBluetoothSupported } from './bluetooth-printer.ts';
import { isReceiptPrinted, markReceiptPrinted, onReceiptPrinted } from './printed-receipts.ts';
import { oneLine } from './printer-text.ts';
import { receiptPrinter } from './receipt-printer.ts';
import { type Receipt, toReceipt } from './receipt.ts';
import { recordPrint } from './record-print.ts';
import styles from './PrintReceiptButton.module.css';

type Props = { order: OrderView };

/** Prints the receipt on the Bluetooth printer if one is chosen, through the browser's print dialog otherwise. */
export function PrintReceiptButton({ order }: Props) {
  const t = useText();
  const { i18n } = useLingui();
  const form = useVariantLabel();
  const { key, number, hasPrinter, isWaiting, isCopy, send } = usePrintReceipt(order);
  const sheet = useRef<HTMLDivElement>(null);
  const [receipt, setReceipt] = useState<Receipt>();

  const printOnPage = () => {
    // Rendered synchronously: the dialog prints the page as it is when it opens.
    flushSync(() => setReceipt(toReceipt(order, { t, locale: i18n.locale, isCopy, form })));
    if (sheet.current) printSheet(sheet.current, () => setReceipt(undefined));
    markReceiptPrinted(key);
    recordPrint(order);
  };
  const label = t(isCopy ? 'receipts.printCopy' : 'receipts.print');
  return (
    <>
      <Button
        look="secondary"
        wide
        // Not `disabled`, which would take the focus away.
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

/** The receipt of an order on the Bluetooth printer of this device, if it has one. */
function usePrintReceipt(order: OrderView) {
  // A changed order has a receipt of its own, which is no copy of the first.
  const key = order.revision > 1 ? `${order.id}.${order.revision}` : String(order.id);
  const hasPrinter =
    useSelector(receiptPrinter, ({ context }) => context.printer !== undefined) && isBluetoothSupported();
  const isWaiting = useSelector(receiptPrinter, ({ context }) => context.queue.some((ticket) => ticket.key === key));
  const isCopy = useSyncExternalStore(onReceiptPrinted, () => isReceiptPrinted(key));
  const number = order.orderNumber || String(order.id);
  const send = () => receiptPrinter.send({ type: 'print.asked', ticket: { key, number, isCopy, order } });
  return { key, number, hasPrinter, isWaiting, isCopy, send };
}

const MM_PER_PX = 25.4 / 96;
const MARGIN_MM = 3;

/**
 * Opens the print dialog for one element, on a page of 80 mm with the element's length. `onEnd` is called at the next user
 * input: phones fire `afterprint` while the dialog is still being rendered.
 */
function printSheet(element: HTMLElement, onEnd: () => void): void {
  const height = Math.ceil(element.getBoundingClientRect().height * MM_PER_PX) + 2 * MARGIN_MM + 1;
  const page = new CSSStyleSheet();
  // Browsers do not support `80mm auto`.
  page.replaceSync(`@page { size: 80mm ${height}mm; margin: ${MARGIN_MM}mm; }`);
  document.adoptedStyleSheets.push(page);
  window.print();

  const used = new AbortController();
  const clear = () => {
    used.abort();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
    onEnd();
  };
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, clear, { capture: true, signal: used.signal });
  }
}

type ReceiptSheetProps = { receipt: Receipt; ref: Ref<HTMLDivElement> };

/** A receipt for paper of 80 mm, invisible on the screen. Rendered into `body`, beside the app. */
function ReceiptSheet({ receipt, ref }: ReceiptSheetProps) {
  const { copy, shop, shopPhone, order, revision, date, kind, items, totalLabel, total, payment, note, customer } =
    receipt;
  return (
    <div ref={ref} className={styles.sheet} aria-hidden>
      {copy ? <p className={styles.copy}>{copy}</p> : null}
      <p className={styles.shop}>{oneLine(shop)}</p>
      <p className={styles.phone}>{shopPhone}</p>
      <p className={styles.pair}>
        <strong>{order}</strong>
        <strong>{kind}</strong>
      </p>
      {revision === undefined ? null : <p className={styles.copy}>{revision}</p>}
      <p>{date}</p>
      <ul className={styles.items}>
        {items.map(({ what, each, amount }, at) => (
          // The lines of a receipt never change.
          <li key={at}>
            <strong>{oneLine(what)}</strong>
            <p className={styles.pair}>
              <span>{each}</span>
              <span>{amount}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className={`${styles.pair} ${styles.total}`}>
        <strong>{totalLabel}</strong>
        <strong>{total}</strong>
      </p>
      <p className={styles.payment}>{payment}</p>
      {note === undefined ? null : <p className={styles.payment}>{oneLine(note)}</p>}
      {customer.map((text, at) => (
        <p key={at}>{oneLine(text)}</p>
      ))}
    </div>
  );
}
