import type { OwnShopView } from '@haat/contract/accounts/auth.calls';
import { shopName } from '@haat/contract/shops/shop';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useSwitchShop } from '../../shared/session/switch-shop.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './HeaderPopup.module.css';

type Props = { shops: readonly OwnShopView[]; present: string | undefined; onDone: () => void };

/** The shops of a member. Links, so that a form that is not saved asks first, and another tab can be opened. */
export function OwnShopList({ shops, present, onDone }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const navigate = useNavigate();
  const { shopSlug: own } = useSession();
  const ordersOf = (slug: string) => `/${slug}/shop-orders`;
  const { switchTo, isSwitching, refusal } = useSwitchShop(({ slug }) => {
    onDone();
    void navigate(ordersOf(slug));
  });
  const choose = (event: MouseEvent, shop: OwnShopView) => {
    if (shop.slug === own) return onDone();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
    event.preventDefault();
    if (!isSwitching) switchTo(shop);
    return undefined;
  };
  return (
    <>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <ul className={styles.shops} aria-busy={isSwitching}>
        {shops.map((shop) => (
          <li key={shop.id}>
            <Link
              className={`${styles.item} ${styles.shop}`}
              to={ordersOf(shop.slug)}
              aria-current={shop.slug === present ? 'true' : undefined}
              onClick={(event) => choose(event, shop)}
            >
              <span className={styles.of}>
                <span lang={langOf(shopName(shop))}>{shopName(shop)}</span>
                <span className={styles.role}>
                  {t(`team.${shop.role}`)}
                  {shop.suspended ? ` · ${t('switchShop.suspended')}` : null}
                </span>
              </span>
              {shop.slug === present ? (
                <svg className={styles.check} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
                  <path d="m5 12.5 4.5 4.5L19 7.5" />
                </svg>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
