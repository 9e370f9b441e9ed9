import type { OrderView } from '@haat/contract/orders/orders.calls';
import { isSale } from '@haat/machines/orders/is-sale';
import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { type Ref, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { QRCodeSVG } from 'qrcode.react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { useVariantLabel } from '../../../i18n/use-name.ts';
import { Row } from '../../../ui/Card.tsx';
import print from '../../../ui/print.module.css';
import { isBluetoothSupported } from './bluetooth-printer.ts';
import {
  confirmPrint,
  isPrintUnconfirmed,
  isReceiptPrinted,
  markPrintUnconfirmed,
  onReceiptPrinted,
} from './printed-receipts.ts';
import { receiptPrinter } from './receipt-printer.ts';
import { type Receipt, toReceipt } from './receipt.ts';
import { PROVISIONAL_ID, receiptShopQuery } from './receipt-shop.ts';
import { recordPrint } from './record-print.ts';
import { oneLine } from './printer-text.ts';
import styles from './Receipt.module.css';

type Props = { order: OrderView };

/**
 * Prints the receipt of a sale on the Bluetooth printer if one is chosen, through the browser's print dialog otherwise. Only the
 * user knows whether the dialog has printed, so they are asked before the next print is called a copy.
 */
export function PrintReceiptButton({ order }: Props) {
  return isSale(order.order_status, order.payment_status) ? <PrintButton order={order} /> : null;
}

function PrintButton({ order }: Props) {
  const t = useText();
  const { i18n } = useLingui();
  const form = useVariantLabel();
  const queries = useQueryClient();
  const { key, number, hasPrinter, isWaiting, isCopy, isUnconfirmed, send } = usePrintReceipt(order);
  const sheet = useRef<HTMLDivElement>(null);
  const [receipt, setReceipt] = useState<Receipt>();

  const printOnPage = async () => {
    const paper = await queries.ensureQueryData(receiptShopQuery(order.shop.id)).catch(() => undefined);
    // Rendered synchronously: the dialog prints the page as it is when it opens.
    flushSync(() => setReceipt(toReceipt(order, { t, locale: i18n.locale, isCopy, paper, form })));
    if (sheet.current) printSheet(sheet.current, () => setReceipt(undefined));
    markPrintUnconfirmed(key);
  };
  const answer = (hasPrinted: boolean) => {
    confirmPrint(key, hasPrinted);
    if (hasPrinted) recordPrint(order);
  };
  const label = t(isCopy ? 'receipts.printCopy' : 'receipts.print');
  return (
    <>
      {isUnconfirmed ? (
        <Row gap={2} role="group" aria-label={t('receipts.didPrintNamed', { number })}>
          <span>{t('receipts.didPrint')}</span>
          <Button look="secondary" onClick={() => answer(true)}>
            {t('backOffice.yes')}
          </Button>
          <Button look="secondary" onClick={() => answer(false)}>
            {t('backOffice.no')}
          </Button>
        </Row>
      ) : (
        <Button
          look="secondary"
          wide
          // Not `disabled`, which would take the focus away.
          aria-disabled={isWaiting}
          aria-label={isWaiting ? undefined : t(isCopy ? 'receipts.copyNamed' : 'receipts.printNamed', { number })}
          onClick={hasPrinter ? send : () => void printOnPage()}
        >
          {isWaiting ? t('receipts.printingNow') : label}
        </Button>
      )}
      {receipt ? createPortal(<ReceiptSheet ref={sheet} receipt={receipt} />, document.body) : null}
    </>
  );
}

/** The receipt of an order on the Bluetooth printer of this device, if it has one. */
function usePrintReceipt(order: OrderView) {
  // A changed order has its own receipt, which is no copy of the first.
  const id = order.id === PROVISIONAL_ID ? order.orderNumber : String(order.id);
  const key = order.revision > 1 ? `${id}.${order.revision}` : id;
  const hasPrinter =
    useSelector(receiptPrinter, ({ context }) => context.printer !== undefined) && isBluetoothSupported();
  const isWaiting = useSelector(receiptPrinter, ({ context }) => context.queue.some((ticket) => ticket.key === key));
  const isCopy = useSyncExternalStore(onReceiptPrinted, () => isReceiptPrinted(key));
  const isUnconfirmed = useSyncExternalStore(onReceiptPrinted, () => isPrintUnconfirmed(key)) && !hasPrinter;
  const number = order.orderNumber || String(order.id);
  const send = () => receiptPrinter.send({ type: 'print.asked', ticket: { key, number, isCopy, order } });
  return { key, number, hasPrinter, isWaiting, isCopy, isUnconfirmed, send };
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
  const { copy, shop, shopPhone, head, order, provisional, revision, date, kind, note, customer, foot, link } = receipt;
  return (
    <div ref={ref} className={`${styles.sheet} ${print.sheet}`} aria-hidden>
      {copy ? <p className={styles.copy}>{copy}</p> : null}
      <p className={styles.shop}>{oneLine(shop)}</p>
      <div className={styles.phone}>
        <p>{shopPhone}</p>
        <Lines texts={head} />
      </div>
      <p className={styles.pair}>
        <strong>{order}</strong>
        <strong>{kind}</strong>
      </p>
      {provisional === undefined ? null : <p className={styles.copy}>{provisional}</p>}
      {revision === undefined ? null : <p className={styles.copy}>{revision}</p>}
      <p>{date}</p>
      <Items receipt={receipt} />
      {note === undefined ? null : <p className={styles.payment}>{oneLine(note)}</p>}
      <Lines texts={customer} />
      <div className={styles.foot}>
        <Lines texts={foot} />
        <QRCodeSVG value={link.url} size={96} level="L" />
        <p>{link.text}</p>
      </div>
    </div>
  );
}

function Items({ receipt }: { receipt: Receipt }) {
  const { items, count, discount, totalLabel, total, sums, payment, saved } = receipt;
  return (
    <>
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
      {discount ? (
        <p className={styles.pair}>
          <span>{discount.label}</span>
          <span>{discount.amount}</span>
        </p>
      ) : null}
      <p className={`${styles.pair} ${styles.total}`}>
        <strong>{totalLabel}</strong>
        <strong>{total}</strong>
      </p>
      {sums.map(({ label, amount }) => (
        <p key={label} className={styles.pair}>
          <span>{label}</span>
          <span>{amount}</span>
        </p>
      ))}
      <p>{count}</p>
      {saved === undefined ? null : <p>{saved}</p>}
      <p className={styles.payment}>{payment}</p>
    </>
  );
}

const Lines = ({ texts }: { texts: readonly string[] }) => texts.map((text, at) => <p key={at}>{oneLine(text)}</p>);
