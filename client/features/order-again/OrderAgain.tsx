import type { OrderItemView } from '@haat/contract/api/order-lines';
import type { OrderView } from '@haat/contract/api/orders';
import { cartKey, cartLineId } from '@haat/contract/rules/cart';
import { orderAgain, type OrderAgainResult, type OrderedLine } from '@haat/contract/rules/order-again';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { loadCart, saveCart } from '../cart/cart-storage.ts';
import { productsQuery } from '../../lib/products-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { catalogLines } from '../cart/cart-lines.ts';
import { useCartSend } from '../cart/use-cart.ts';
import { useSession } from '../session/SessionProvider.tsx';
import styles from './OrderAgain.module.css';
import { RemarkList } from './OrderedAgainNotice.tsx';

type Props = { order: Pick<OrderView, 'shop' | 'items'>; title: string };

/** Orders the same again with one tap; what prevents it is shown here. */
export function OrderAgain({ order, title }: Props) {
  const t = useText();
  const { start, isPending, isError, data } = useOrderAgain(order);
  return (
    <div className={styles.again}>
      {isError ? <Notice tone="error">{t('again.failed')}</Notice> : null}
      {data?.added === 0 ? (
        <Notice>
          <RemarkList title={t('again.nothing')} remarks={data.remarks} />
        </Notice>
      ) : null}
      <Button wide disabled={isPending} aria-label={t('again.named', { title })} onClick={start}>
        {t('again.button')}
      </Button>
    </div>
  );
}

const MUTATION = ['order-again'];

/**
 * Adds the lines of an earlier order to the cart of its shop, as the catalog has them now, and opens that cart with
 * remarks. If nothing is available, it returns why.
 */
function useOrderAgain({ shop, items }: Pick<OrderView, 'shop' | 'items'>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sendToCart = useCartSend();
  const { userId } = useSession();

  const { mutate, ...again } = useMutation<OrderAgainResult>({
    mutationKey: MUTATION,
    mutationFn: async () => {
      const products = await queries.fetchQuery({ ...productsQuery(shop.id), staleTime: 0 });
      const key = cartKey(userId, shop.slug);
      const again = orderAgain(loadCart(key), items.map(orderedLine), catalogLines(products));
      if (again.added === 0) return again;
      saveCart(key, again.cart);
      // If the cart machine has this cart loaded, it updates it like a change of another tab.
      sendToCart({ type: 'stored.changed', key, cart: again.cart });
      return again;
    },
    onSuccess: ({ added, remarks }) => {
      if (added > 0) void navigate(`/${shop.slug}/order`, { state: { remarks } });
    },
  });
  // Two taps can arrive before the button renders as disabled.
  const start = () => {
    if (queries.isMutating({ mutationKey: MUTATION }) === 0) mutate();
  };
  return { ...again, start };
}

function orderedLine({ product_id, size_id, color_id, unit_id, name, price, quantity }: OrderItemView): OrderedLine {
  const id = cartLineId({
    productId: product_id,
    sizeId: size_id ?? 0,
    colorId: color_id ?? 0,
    unitId: unit_id ?? 0,
  });
  return { id, name, price, quantity };
}
