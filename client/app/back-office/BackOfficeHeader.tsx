import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useOwnShops } from '../../shared/session/own-shops.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { may } from '../../shared/session/shop-role.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { useShopInPath } from '../../lib/shop-path.ts';
import print from '../../ui/print.module.css';
import { OfficeAccount } from './OfficeAccount.tsx';
import { PauseSwitch } from './PauseSwitch.tsx';
import { PlaceNav } from './PlaceNav.tsx';
import { ShopMenu } from './ShopMenu.tsx';
import styles from './BackOfficeHeader.module.css';

const PersonButton = lazyComponent(() => import('./PersonButton.tsx'), 'PersonButton');

/** One line of 56 px: the shop, the parts of its back office where there is room, and the state of this device. */
export function BackOfficeHeader({ signs }: { signs: ReactNode }) {
  const slug = useOfficeShop();
  const shopId = useManagedShop(slug);
  return (
    <header className={`${styles.header} ${print.notPrinted}`}>
      <div className={styles.line}>
        <ShopTitle slug={slug} />
        <PlaceNav />
        <div className={styles.tools}>
          {shopId === undefined ? null : <PauseSwitch key={shopId} shopId={shopId} />}
          {signs}
          <PersonButton />
          <OfficeAccount slug={slug} />
        </div>
      </div>
    </header>
  );
}

/** The shop that the screen is about: the own one, for the operator and for guests that of the address. None: the platform. */
function useOfficeShop(): string | undefined {
  const { shopSlug: own, isOperator, isSignedIn } = useSession();
  const inPath = useShopInPath();
  const slug = isOperator || !isSignedIn ? (inPath ?? own) : own;
  return slug === MAIN_SHOP_SLUG ? undefined : slug;
}

/** The id of the shop whose orders this user can pause. */
function useManagedShop(slug: string | undefined): number | undefined {
  const session = useSession();
  const { shopId, shopSlug: own, isOperator } = session;
  const isOther = slug !== undefined && slug !== own && isOperator;
  const { data: other } = useCall(getShop, { params: { slug: slug ?? '' } }, { enabled: isOther });
  if (isOther) return other?.id;
  return may(session, 'shop') ? shopId : undefined;
}

/** Leads to the start of the back office; for a member of several shops, to the others, too. */
function ShopTitle({ slug }: { slug: string | undefined }) {
  const t = useText();
  const langOf = useScriptLang();
  const { isOperator, claims } = useSession();
  const { data: shops = [] } = useOwnShops();
  const { data: shop } = useCall(getShop, { params: { slug: slug ?? '' } }, { enabled: slug !== undefined });
  const name = slug === undefined ? `${t('qrCodes.brand')} · ${t('backOffice.platform')}` : shopName(shop ?? { slug });
  const home = slug !== undefined && claims?.role ? `/${slug}/shop-orders` : isOperator ? '/operator/shops' : undefined;
  if (shops.some((shop) => shop.slug !== slug)) return <ShopMenu shops={shops} slug={slug} name={name} />;
  return (
    <p className={styles.name} lang={langOf(name)}>
      {home ? (
        <Link to={home}>
          <span>{name}</span>
        </Link>
      ) : (
        <span>{name}</span>
      )}
    </p>
  );
}
