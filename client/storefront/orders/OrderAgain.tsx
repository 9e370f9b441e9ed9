import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderAgainResult } from '@haat/contract/orders/order-again';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { loadForTap } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCartSend } from '../../shared/cart/use-cart.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { RemarkList } from './OrderedAgainNotice.tsx';

type Props = { order: Pick<OrderView, 'shop' | 'items'>; title: string };

/** Orders the same again with one tap; what prevents it is shown here. */
export function OrderAgain({ order, title }: Props) {
  const t = useText();
  const { start, isPending, isError, data } = useOrderAgain(order);
  return (
    <Stack>
      {isError ? <Notice tone="error">{t('again.failed')}</Notice> : null}
      {data?.added === 0 ? (
        <Notice>
          <RemarkList title={t('again.nothing')} remarks={data.remarks} />
        </Notice>
      ) : null}
      <Button wide disabled={isPending} aria-label={t('again.named', { title })} onClick={start}>
        {t('again.button')}
      </Button>
    </Stack>
  );
}

const MUTATION = ['order-again'];

/** Orders again, and opens the cart with remarks. If nothing is available, it returns why. */
function useOrderAgain(order: Props['order']) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sendToCart = useCartSend();
  const { userId } = useSession();

  const { mutate, ...again } = useMutation<OrderAgainResult>({
    mutationKey: MUTATION,
    mutationFn: async () => {
      const load = () => import('./add-ordered-lines.ts');
      const { addOrderedLines } = await loadForTap({ name: 'order-again', load });
      return addOrderedLines(order, { queries, userId, sendToCart });
    },
    onSuccess: ({ added, remarks }) => {
      if (added > 0) void navigate(`/${order.shop.slug}/order`, { state: { remarks } });
    },
  });
  // Two taps can arrive before the button renders as disabled.
  const start = () => {
    if (queries.isMutating({ mutationKey: MUTATION }) === 0) mutate();
  };
  return { ...again, start };
}
