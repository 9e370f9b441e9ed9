import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Stack } from '../../ui/Card.tsx';
import { useOrderPayment } from './order-payment.ts';
import styles from './AdjustOrder.module.css';
import { Answer } from './OpenProposal.tsx';
import { changesOf, type ChangedLine, type OrderChange, useLineText } from './order-lines.ts';
import { NewTotal, SumLine } from './SumLine.tsx';

/** `isOwn`: of the customer who reads it. */
type Props = { order: OrderView; isOwn?: boolean };

/**
 * The changes since the order was placed, with its earlier lines and totals; nothing for an unchanged order. Folded for the
 * shop: the ticket of a changed order is not higher than others.
 */
export function OrderChanges({ order, isOwn = false }: Props) {
  const t = useText();
  const changes = changesOf(order);
  if (changes.length === 0) return null;
  if (isOwn)
    return (
      <Stack role="group" className={styles.changes} aria-label={t('adjust.changed')}>
        <Changes order={order} changes={changes} isOwn />
      </Stack>
    );
  return (
    <details className={styles.fold} aria-label={t('adjust.changed')}>
      <summary>{t('adjust.changed')}</summary>
      <Stack className={styles.changes}>
        <Answer order={order} />
        <Changes order={order} changes={changes} />
      </Stack>
    </details>
  );
}

function Changes({ order, changes, isOwn = false }: Props & { changes: readonly OrderChange[] }) {
  const t = useText();
  const { momentAfter } = useTimeText();
  return (
    <>
      {changes.map(({ revision, at, before, after, back, lines }) => (
        <Stack key={revision} gap={2}>
          <p>
            <strong>{t('adjust.changed')}</strong>{' '}
            <span className={styles.hint}>
              <time dateTime={at}>{momentAfter(at, order.order_date)}</time>
            </span>
          </p>
          <Stack as="ul" gap={2}>
            {lines.map((line) => (
              <ChangedLineText key={line.id} line={line} />
            ))}
          </Stack>
          <NewTotal before={formatRupees(before)} after={formatRupees(after)} />
          {isOwn && back > 0 ? <GoingBack orderId={order.id} amount={formatRupees(back)} /> : null}
        </Stack>
      ))}
    </>
  );
}

/** The part of the online payment that a change refunds. */
function GoingBack({ orderId, amount }: { orderId: number; amount: string }) {
  const t = useText();
  const isBack = useOrderPayment(orderId).data?.refund?.state === 'done';
  return <p className={styles.hint}>{t(isBack ? 'payment.refunded' : 'payment.refunding', { amount })}</p>;
}

function ChangedLineText({ line: { from, to } }: { line: ChangedLine }) {
  const t = useText();
  const { lineOf } = useLineText();
  const text = to ? lineOf(to) : t('adjust.leftOut');
  return (
    <li>
      {from ? <SumLine text={lineOf(from)} sum={formatRupees(from.amount)} isBefore /> : null}
      <SumLine text={from ? text : t('adjust.added', { line: text })} sum={to && formatRupees(to.amount)} />
    </li>
  );
}
