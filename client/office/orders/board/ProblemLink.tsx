import type { OrderView } from '@haat/contract/orders/orders.calls';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { buttonClass } from '../../../ui/Button.tsx';

/** A link to the customer's latest problem. */
export function ProblemLink({ order: { problems, shop } }: { order: OrderView }) {
  const t = useText();
  const [latest] = problems;
  if (!latest) return null;
  return (
    <Link className={buttonClass('secondary')} to={`/${shop.slug}/admin/problems/${latest.id}`}>
      {t('problem.link', { number: latest.number, state: t(`problem.state.${latest.state}`) })}
    </Link>
  );
}
