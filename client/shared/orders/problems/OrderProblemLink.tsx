import type { OrderView } from '@haat/contract/orders/orders.calls';
import { reportRefusal } from '@haat/contract/orders/order-problems';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useHasPassed } from '../../../lib/use-has-passed.ts';
import { buttonClass } from '../../../ui/Button.tsx';

/** A link to report a problem with an order, for as long as that is possible, or to the reported problem. */
export function OrderProblemLink({ order }: { order: OrderView }) {
  const t = useText();
  const { id, order_status: status, report_until, problems, shop } = order;
  const isLate = useHasPassed(report_until);
  const reportUntil = report_until === null || isLate ? undefined : Date.parse(report_until);
  const [latest] = problems;
  if (!latest && reportRefusal({ status, reportUntil, problems }, 0)) return null;
  const text = latest
    ? t('problem.link', { number: latest.number, state: t(`problem.state.${latest.state}`) })
    : t('problem.report');
  return (
    <Link className={buttonClass('quiet')} to={`/${shop.slug}/orders/${id}/problem`}>
      {text}
    </Link>
  );
}
