import { QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';
import { oneLine } from './printer-text.ts';
import type { Receipt } from './receipt.ts';
import styles from './ReceiptSheet.module.css';

type Props = { receipt: Receipt; ref: Ref<HTMLDivElement> };

/** A receipt for paper of 80 mm, invisible on the screen. Rendered into `body`, beside the app. */
export function ReceiptSheet({ receipt, ref }: Props) {
  const { copy, shop, shopPhone, head, order, provisional, revision, date, kind, note, customer, foot, link } = receipt;
  return (
    <div ref={ref} className={styles.sheet} aria-hidden>
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
