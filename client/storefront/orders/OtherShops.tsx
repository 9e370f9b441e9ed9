import { searchMarket } from '@haat/contract/shops/search.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useProductName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { hasLocationPermission, locate } from '../../lib/browser.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';

/** More links than these are no help. */
const MAX_LINKS = 3;

/** Where else an order's items are sold, when its shop did not sell them. */
export function OtherShops({ order }: { order: OrderView }) {
  if (!wasRefused(order)) return null;
  const names = [...new Set(order.items.map(({ name }) => name))].slice(0, MAX_LINKS);
  return (
    <Stack gap={1}>
      {names.map((name) => (
        <OtherShopsLink key={name} name={name} shopId={order.shop.id} />
      ))}
    </Stack>
  );
}

/** Whether the shop declined the order, did not answer, or ended it because something was sold out. */
function wasRefused({ order_status: status, steps, cancellation }: OrderView): boolean {
  if (status === 'Declined' || status === 'Expired') return true;
  const { actor, reason } = steps.find((step) => step.status === status) ?? {};
  const isByCustomer = actor === 'customer' || cancellation?.state === 'granted';
  return status === 'Cancelled' && !isByCustomer && reason === 'item_unavailable';
}

function OtherShopsLink({ name, shopId }: { name: string; shopId: number }) {
  const t = useText();
  const shown = useProductName()(name);
  const { data } = useSellers(name);
  const count = data?.shopIds.filter((id) => id !== shopId).length ?? 0;
  const text = data?.isNear ? 'summary.othersNear' : 'summary.others';
  return (
    <Link className={buttonClass('secondary')} to={`/${MAIN_SHOP_SLUG}/dashboard?q=${encodeURIComponent(name)}`}>
      {t(count > 0 ? text : 'summary.otherShops', { name: shown, count })}
    </Link>
  );
}

/** The shops that have the product in stock: near the customer if the location is already allowed, else all. */
const useSellers = (name: string) =>
  useQuery({
    queryKey: [searchMarket.path, 'sellers', name],
    queryFn: async ({ signal }) => {
      const place = (await hasLocationPermission()) ? await locate().catch(() => undefined) : undefined;
      const at = place && { lat: place.lat.toFixed(4), lng: place.lng.toFixed(4) };
      const { products } = await call(searchMarket, { query: { q: name.slice(0, 100), limit: 50, ...at }, signal });
      const shopIds = products.filter((product) => product.in_stock).map(({ shop }) => shop.id);
      return { shopIds: [...new Set(shopIds)], isNear: place !== undefined };
    },
    staleTime: 60_000,
    retry: false,
  });
