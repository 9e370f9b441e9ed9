import type { OrderView } from '@haat/contract/orders/orders.calls';
import { lazyComponent } from '../../lib/lazy.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

// Few orders are changed, so that the code comes with the first one that is.
const OrderChanges = lazyComponent(() => import('./OrderChanges.tsx'), 'OrderChanges');
const ProposalQuestion = lazyComponent(
  () => import('./ProposalQuestion.tsx'),
  'ProposalQuestion',
  function QuestionPlace() {
    return <Skeleton height="60dvh" radius="var(--radius-control)" />;
  },
);

/** The shop's proposal for an order of the customer. */
export function OwnProposal({ order }: { order: OrderView }) {
  const { proposal, order_status: status } = order;
  return proposal?.state === 'open' && status === 'Accepted' ? <ProposalQuestion order={order} /> : null;
}

/** What changed since the customer placed the order. */
export function OwnOrderChanges({ order }: { order: OrderView }) {
  return order.revision > 1 ? <OrderChanges order={order} isOwn /> : null;
}
