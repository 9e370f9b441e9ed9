import type { InvoiceView } from '@haat/contract/api/orders';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import type { ReactNode } from 'react';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useVariantLabel } from '../../i18n/use-name.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Row } from '../../ui/Card.tsx';
import styles from './Invoice.module.css';

type Props = { invoice: InvoiceView };

/** A bill of supply: taxes are not known, so none are shown. */
export function Invoice({ invoice }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const langOf = useScriptLang();
  const { shop, orderNumber, order_date, total, saved } = invoice;
  const name = shopName(shop);
  return (
    <article className={styles.invoice} aria-label={t('invoice.of', { number: orderNumber })}>
      <div>
        <h2 lang={langOf(name)}>{name}</h2>
        {shop.address ? <p lang={langOf(shop.address)}>{shop.address}</p> : null}
        {shop.phone ? <p>{t('invoice.phone', { phone: shop.phone })}</p> : null}
        {shop.gstin ? <p>{t('invoice.gstin', { gstin: shop.gstin })}</p> : null}
      </div>
      <p className={styles.kind}>{t('invoice.kind')}</p>
      <dl className={styles.facts}>
        <Fact label="invoice.order">{orderNumber}</Fact>
        <Fact label="invoice.date">
          <time dateTime={order_date}>{moment(order_date)}</time>
        </Fact>
        <Customer invoice={invoice} />
      </dl>
      <Lines invoice={invoice} />
      <Row as="p" justify="between">
        <strong>{t('cart.total')}</strong>
        <strong>{formatRupees(total)}</strong>
      </Row>
      {saved > 0 ? (
        <Row as="p" justify="between">
          <span>{t('invoice.saved')}</span>
          <span>{formatRupees(saved)}</span>
        </Row>
      ) : null}
      <dl className={styles.facts}>
        <Payment invoice={invoice} />
      </dl>
      <p className={styles.small}>{t('invoice.note')}</p>
    </article>
  );
}

function Fact({ label, children }: { label: TextId; children: ReactNode }) {
  const t = useText();
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Name and phone, with the address of a delivery. */
function Customer({ invoice: { customer_name, customer_phone, address } }: Props) {
  const t = useText();
  return (
    <Fact label={address ? 'history.deliverTo' : 'invoice.customer'}>
      {customer_name}
      {customer_phone ? `, ${customer_phone}` : ''}
      {address ? (
        <>
          <br />
          {address.street}, {address.city} {address.zip}
        </>
      ) : (
        <>
          <br />
          {t('history.takeaway')}
        </>
      )}
    </Fact>
  );
}

/** Quantity and price have columns of their own where there is room, as on A4; else they are below the name. */
function Lines({ invoice: { items } }: Props) {
  const t = useText();
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('invoice.item')}</th>
          <th scope="col" className={styles.wide}>
            {t('invoice.quantity')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('invoice.price')}
          </th>
          <th scope="col">{t('invoice.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          // The lines of an invoice never change.
          <Line key={at} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ item }: { item: InvoiceView['items'][number] }) {
  const t = useText();
  const formOf = useVariantLabel();
  const { name, size, color, unit, quantity, price, mrp } = item;
  const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  return (
    <tr>
      <th scope="row">
        {name}
        {form ? <span className={styles.small}>{form}</span> : null}
        <span className={`${styles.small} ${styles.narrow}`}>
          {quantity} × {formatRupees(price)}
        </span>
        {mrp !== null && mrp > price ? (
          <span className={styles.small}>{t('invoice.mrp', { mrp: formatRupees(mrp) })}</span>
        ) : null}
      </th>
      <td className={styles.wide}>{quantity}</td>
      <td className={styles.wide}>{formatRupees(price)}</td>
      <td>{formatPaise(toPaise(price) * quantity)}</td>
    </tr>
  );
}

const PAYMENT_TEXTS = {
  due: 'invoice.due',
  collected: 'invoice.collected',
  paid: 'invoice.paid',
  refund_due: 'invoice.refundDue',
  refunded: 'invoice.refunded',
} as const satisfies Partial<Record<InvoiceView['payment_status'], TextId>>;

function Payment({ invoice: { payment_method, payment_status, order_status, refund } }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const isPaid = payment_status in PAYMENT_TEXTS;
  return (
    <>
      <Fact label="payment.title">
        {t(payment_method === 'cod' ? 'history.paidCod' : 'invoice.online')}
        {isPaid ? ` · ${t(PAYMENT_TEXTS[payment_status as keyof typeof PAYMENT_TEXTS])}` : ''}
      </Fact>
      <Fact label="invoice.status">{t(orderStatusTextId(order_status))}</Fact>
      {refund ? (
        <Fact label="invoice.refund">
          {formatRupees(refund.amount)}, {moment(refund.at)}
        </Fact>
      ) : null}
    </>
  );
}
