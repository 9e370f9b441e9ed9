import '../../../i18n/catalog-texts.ts';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { listMarketCategories } from '@haat/contract/shops/search.calls';
import { listFavouriteShops, listProductsBoughtAnywhere } from '@haat/contract/shops/favourites.calls';
import { shopName } from '@haat/contract/shops/shop';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { orderGroup } from '@haat/machines/orders/order-group';
import { useId, useLayoutEffect } from 'react';
import { Link } from 'react-router-dom';
import { useName } from '../../../i18n/use-name.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { callQuery, useCall } from '../../../lib/call-query.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { Strip } from '../../../ui/Card.tsx';
import { useOwnOrders } from '../../orders/use-own-orders.ts';
import { near } from '../../../lib/near.ts';
import styles from './RunningOrders.module.css';
import { ShopState } from './ShopFacts.tsx';
import { MAIN_SHOP_SLUG } from '../../../lib/config.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { usePromiseText } from '../../orders/use-promise-text.ts';
import { PAYMENT_WORDS } from '../../checkout/payment/payment-words.ts';

const BuyAgainAnywhere = lazyComponent(() => import('./BuyAgainAnywhere.tsx'), 'BuyAgainAnywhere');

/** The user's purchases in all shops. They count as known once they can be shown. */
const boughtAnywhereQuery = {
  ...callQuery(listProductsBoughtAnywhere),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const products = await call(listProductsBoughtAnywhere, { signal });
    if (products.length > 0) await BuyAgainAnywhere.preload();
    return products;
  },
};

/** The categories in stock near the place; without a place, in the first shops. */
const useCategories = (place: Place | undefined) =>
  useCall(
    listMarketCategories,
    { query: place ? near(place) : {} },
    { placeholderData: keepPreviousData, staleTime: 5 * 60_000 },
  );

type Props = {
  /** Where the user shops, if that is known. */
  place: Place | undefined;
  /** False while the shops are loading: their placeholder would be pushed away. */
  mayShow: boolean;
  /** Called once the content is known, or the server does not answer. */
  onKnown: () => void;
};

/** Shortcuts of a logged-in user, above the shops: running orders, products to buy again, categories, favourite shops. */
export function OwnShortcuts({ place, mayShow, onKnown }: Props) {
  const orders = useOwnOrders();
  const favourites = useCall(listFavouriteShops);
  const bought = useQuery(boughtAnywhereQuery);
  const categories = useCategories(place);
  const isKnown = [orders, favourites, bought, categories].every(
    ({ data, failureCount }) => data !== undefined || failureCount > 0,
  );
  // Before the next paint: the shops appear together with the content above them.
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  if (!isKnown || !mayShow) return null;
  return (
    <>
      <RunningOrders orders={orders.data ?? []} />
      {bought.data?.length ? <BuyAgainAnywhere products={bought.data} /> : null}
      <Categories names={categories.data ?? []} />
      <FavouriteShops shops={favourites.data ?? []} />
    </>
  );
}

/** Each leads to its goods in all shops. */
function Categories({ names }: { names: readonly string[] }) {
  const t = useText();
  const nameOf = useName();
  const langOf = useScriptLang();
  const heading = useId();
  if (names.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('products.categories')}</h2>
      <Strip as="ul">
        {names.map((name) => (
          <li key={name}>
            <Link to={{ search: `?${new URLSearchParams({ q: name })}` }} className={styles.order}>
              <span className={styles.number} lang={langOf(nameOf(name))}>
                {nameOf(name)}
              </span>
            </Link>
          </li>
        ))}
      </Strip>
    </section>
  );
}

/** The others are on the screen of all favourites. */
const MAX_SHOPS = 8;

function FavouriteShops({ shops }: { shops: readonly ShopCard[] }) {
  const t = useText();
  const langOf = useScriptLang();
  const heading = useId();
  const now = useMinute();
  if (shops.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('favourite.title')}</h2>
      <Strip as="ul">
        {shops.slice(0, MAX_SHOPS).map((shop) => {
          const name = shopName(shop);
          return (
            <li key={shop.id}>
              <Link to={`/${shop.slug}/products`} className={styles.order}>
                <span className={styles.words}>
                  <span className={styles.number} lang={langOf(name)}>
                    {name}
                  </span>
                  <ShopState shop={shop} now={now} />
                </span>
              </Link>
            </li>
          );
        })}
        <li>
          <Link to="/favourites" className={styles.order}>
            {t('favourite.all')}
          </Link>
        </li>
      </Strip>
    </section>
  );
}

/** The others are in the order history, where each link leads. */
const MAX_ORDERS = 3;
const HISTORY = `/${MAIN_SHOP_SLUG}/order-history`;

type RunningProps = { orders: readonly OrderView[] };

/** The orders in progress, each with its status and the time promised by the shop. Renders nothing without any. */
function RunningOrders({ orders }: RunningProps) {
  const t = useText();
  const heading = useId();
  const running = orders.filter((order) => orderGroup(order) === 'running');
  if (running.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{t('status.running', { count: running.length })}</h2>
      <ul className={styles.list}>
        {running.slice(0, MAX_ORDERS).map((order) => (
          <li key={order.id}>
            <RunningOrder order={order} />
          </li>
        ))}
      </ul>
      {running.length > MAX_ORDERS ? (
        <Link to={HISTORY} className={styles.all}>
          {t('status.allOrders')}
        </Link>
      ) : null}
    </section>
  );
}

function RunningOrder({ order }: { order: OrderView }) {
  const t = useText();
  const langOf = useScriptLang();
  const name = shopName(order.shop);
  const isAsked = order.proposal?.state === 'open';
  const promise = usePromiseText(order);
  return (
    <Link to={isAsked ? `${HISTORY}?order=${order.id}` : HISTORY} className={styles.order}>
      <span className={styles.words}>
        <span className={styles.number}>{t('status.order', { number: order.orderNumber || String(order.id) })}</span>
        <span className={styles.shop} lang={langOf(name)}>
          {name}
        </span>
      </span>
      {order.payment_status === 'awaiting' ? (
        <span className={styles.unpaid}>{t(PAYMENT_WORDS.waiting)}</span>
      ) : isAsked ? (
        <span className={styles.unpaid}>{t('status.answer')}</span>
      ) : (
        <StatusChip status={order.order_status} takeaway={order.takeaway} />
      )}
      {promise ? <span className={styles.promise}>{promise}</span> : null}
    </Link>
  );
}
