import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { useLiveCatalog } from '../storefront/shop/use-live-catalog.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';

/** Shown instead of every screen of a shop that does not exist. */
export function ShopNotFoundScreen() {
  const t = useText();
  return (
    <Page title={t('header.notFound')} narrow>
      <EmptyState text={t('header.notFoundHint')}>
        <Link className={buttonClass()} to="/">
          {t('history.find')}
        </Link>
      </EmptyState>
    </Page>
  );
}

/** Shown instead of the shop's customer screens while the platform has suspended it. */
export function ShopSuspendedScreen() {
  const t = useText();
  return (
    <Page title={t('suspended.title')} narrow>
      <EmptyState text={t('suspended.text')}>
        <Link className={buttonClass()} to="/">
          {t('history.find')}
        </Link>
      </EmptyState>
    </Page>
  );
}

/**
 * Shown instead of the shop's customer screens until it has a published product. Members see the same as customers,
 * with a link to the remaining setup steps.
 */
export function ShopGettingReadyScreen() {
  const t = useText();
  const { data: shop } = useCall(getShop, { params: { slug: useShopInPath() ?? '' } });
  const { isVendor, shopId } = useSession();
  useLiveCatalog(shop);
  if (!shop) return null;
  const isOwn = isVendor && shopId === shop.id;
  return (
    <Page title={shopName(shop)} narrow>
      <EmptyState text={t('gettingReady.text', { name: shopName(shop) })}>
        {isOwn ? <p>{t('gettingReady.preview')}</p> : null}
        <Link className={buttonClass()} to={isOwn ? `/${shop.slug}/admin/dashboard` : '/'}>
          {t(isOwn ? 'gettingReady.continue' : 'history.find')}
        </Link>
      </EmptyState>
    </Page>
  );
}
