import type { InvoiceView } from '@haat/contract/orders/invoice.calls';
import { formatPaise, formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import type { ReactNode } from 'react';
import { customerStatusTextId } from '../../i18n/order-status-text.ts';
import { useVariantLabel } from '../../i18n/use-name.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Row, Stack } from '../../ui/Card.tsx';
import { weightText } from './weight-text.ts';
import { paymentText } from './OrderItems.tsx';
import { orderSettlement } from './settlement-rows.ts';
import styles from './Invoice.module.css';

type Props = { invoice: InvoiceView };

/** A bill of supply: taxes are not known, so none are shown. */
export function Invoice({ invoice }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const langOf = useScriptLang();
  const { shop, orderNumber, revision, order_date, total, saved } = invoice;
  const name = shopName(shop);
  return (
    <Stack as="article" gap={4} className={styles.invoice} aria-label={t('invoice.of', { number: orderNumber })}>
      <div>
        <h2 lang={langOf(name)}>{name}</h2>
        {shop.address ? <p lang={langOf(shop.address)}>{shop.address}</p> : null}
        {shop.phone ? <p>{t('invoice.phone', { phone: shop.phone })}</p> : null}
        {shop.gstin ? <p>{t('invoice.gstin', { gstin: shop.gstin })}</p> : null}
        {shop.fssai_licence ? <p>{t('receipts.fssai', { number: shop.fssai_licence })}</p> : null}
      </div>
      <p className={styles.kind}>{t('invoice.kind')}</p>
      <dl className={styles.facts}>
        <Fact label="invoice.order">
          {orderNumber}
          {revision > 1 ? `, ${t('invoice.revision', { count: revision - 1 })}` : ''}
        </Fact>
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
      <Settlement invoice={invoice} />
      <dl className={styles.facts}>
        <Payment invoice={invoice} />
      </dl>
      <p className={styles.small}>{t('invoice.note')}</p>
    </Stack>
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
function Customer({ invoice: { customer_name, customer_phone, address, takeaway, order_status } }: Props) {
  const t = useText();
  return (
    <Fact label={takeaway ? 'invoice.customer' : 'history.deliverTo'}>
      {customer_name}
      {customer_phone ? `, ${customer_phone}` : ''}
      {address && !takeaway ? (
        <>
          <br />
          {address.street}, {address.city} {address.zip}
        </>
      ) : null}
      {takeaway ? (
        <>
          <br />
          {t(order_status === 'Delivered' ? 'history.takeawayDone' : 'history.takeaway')}
        </>
      ) : null}
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
  const { name, size, color, unit, quantity, packed_grams: grams, price, amount, mrp } = item;
  const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  return (
    <tr>
      <th scope="row">
        {name}
        {form ? <span className={styles.small}>{form}</span> : null}
        <span className={`${styles.small} ${styles.narrow}`}>
          {quantity} × {formatRupees(price)}
        </span>
        {grams === null ? null : (
          <span className={styles.small}>{t('adjust.packedWeight', { weight: weightText(t, grams) })}</span>
        )}
        {mrp !== null && mrp > price ? (
          <span className={styles.small}>{t('invoice.mrp', { mrp: formatRupees(mrp) })}</span>
        ) : null}
      </th>
      <td className={styles.wide}>{quantity}</td>
      <td className={styles.wide}>{formatRupees(price)}</td>
      <td>{formatRupees(amount)}</td>
    </tr>
  );
}

/** The amounts paid, returned (each) and kept; renders nothing if nothing was returned. */
function Settlement({ invoice }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const settlement = orderSettlement(invoice);
  if (!settlement) return null;
  const back = ({ amount, by, state, of_change: ofChange, at }: InvoiceView['refunds'][number]) => ({
    label: t(ofChange ? 'settlement.change' : 'invoice.refund'),
    how: [
      ...(by === 'online' ? [] : [t(REFUND_TEXTS[by])]),
      state === 'done' ? moment(at) : t('invoice.refundDue'),
    ].join(', '),
    amount: formatRupees(-amount),
  });
  return (
    <div>
      <SumRow label={t('settlement.paid')} amount={formatPaise(settlement.paidPaise)} />
      {invoice.refunds.map((refund) => (
        <SumRow key={`${refund.at} ${refund.amount}`} {...back(refund)} />
      ))}
      <SumRow label={t('settlement.kept')} amount={formatPaise(settlement.keptPaise)} isStrong />
    </div>
  );
}

type SumRowProps = { label: string; how?: string; amount: string; isStrong?: boolean };

function SumRow({ label, how, amount, isStrong = false }: SumRowProps) {
  const Text = isStrong ? 'strong' : 'span';
  return (
    <Row as="p" justify="between">
      <Text>
        {label}
        {how === undefined ? null : <span className={styles.small}> {how}</span>}
      </Text>
      <Text>{amount}</Text>
    </Row>
  );
}

const REFUND_TEXTS = {
  cash: 'invoice.refundCash',
  upi: 'invoice.refundUpi',
  card: 'invoice.refundCard',
} as const satisfies Partial<Record<InvoiceView['refunds'][number]['by'], TextId>>;

const PAYMENT_TEXTS = {
  due: 'invoice.due',
  collected: 'invoice.collected',
  paid: 'invoice.paid',
  refund_due: 'invoice.refundDue',
  refunded: 'invoice.refunded',
} as const satisfies Partial<Record<InvoiceView['payment_status'], TextId>>;

function Payment({ invoice }: Props) {
  const t = useText();
  const { payment_method, payment_status, cash_extra: extra, order_status, takeaway } = invoice;
  const isPaid = payment_status in PAYMENT_TEXTS;
  return (
    <>
      <Fact label="payment.title">
        {payment_method === 'online' ? t('invoice.online') : paymentText(invoice, t)}
        {isPaid ? ` · ${t(PAYMENT_TEXTS[payment_status as keyof typeof PAYMENT_TEXTS])}` : ''}
        {extra > 0 && payment_status === 'paid' ? `, ${t('history.cashExtra', { amount: formatRupees(extra) })}` : ''}
      </Fact>
      <Fact label="invoice.status">{t(customerStatusTextId(order_status, { takeaway }))}</Fact>
    </>
  );
}
