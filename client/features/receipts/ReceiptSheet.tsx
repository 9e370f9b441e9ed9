import type { Ref } from 'react';
import { oneLine } from './printer-text.ts';
import type { Receipt } from './receipt.ts';
import styles from './ReceiptSheet.module.css';

type Props = { receipt: Receipt; ref: Ref<HTMLDivElement> };

/** A receipt on paper of 80 mm, in every script; on the screen it cannot be seen. It stands in `body`, beside the app. */
export function ReceiptSheet({ receipt, ref }: Props) {
  const { copy, shop, shopPhone, order, date, kind, items, totalLabel, total, payment, customer } = receipt;
  return (
    <div ref={ref} className={styles.sheet} aria-hidden>
      {copy ? <p className={styles.copy}>{copy}</p> : null}
      <p className={styles.shop}>{oneLine(shop)}</p>
      <p className={styles.phone}>{shopPhone}</p>
      <p className={styles.pair}>
        <strong>{order}</strong>
        <strong>{kind}</strong>
      </p>
      <p>{date}</p>
      <ul className={styles.items}>
        {items.map(({ what, each, amount }, at) => (
          // A receipt never changes: its lines are where they are.
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
      {customer.map((text, at) => (
        <p key={at}>{oneLine(text)}</p>
      ))}
    </div>
  );
}
