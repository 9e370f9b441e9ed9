import { shopName } from '@haat/contract/rules/shop-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../i18n/use-script-lang.ts';
import { useText } from '../i18n/use-text.ts';
import { isMissing } from '../lib/api-error.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { shopQuery } from '../lib/queries.ts';
import { useShopSlug } from '../lib/shop-path.ts';
import { Awning } from '../ui/Awning.tsx';
import { ShopPicture } from '../ui/ShopPicture.tsx';
import styles from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { MenuButton } from './MenuButton.tsx';
import { OpenBadge } from './OpenBadge.tsx';
import { ShopContact } from './ShopContact.tsx';

/** The painted signboard of the shop whose screen is shown. Spec section 2, header. */
export function Header() {
  const t = useText();
  const slug = useShopSlug();
  // Old links carry `dashboard` where a shop should stand; there is none of that name to ask for.
  const { data: shop, error } = useQuery({ ...shopQuery(slug), enabled: slug !== 'dashboard' });
  const home = slug === MAIN_SHOP_SLUG ? `/${slug}/dashboard` : `/${slug}/products`;

  const name = shopName(shop ?? { slug });
  const langOf = useScriptLang();

  return (
    <header className={styles.header}>
      <div className={styles.board}>
        <div className={styles.inner}>
          <Link to={home} className={styles.logo} tabIndex={-1} aria-hidden="true">
            <ShopPicture slug={slug} alt="" width={56} height={56} sizes="97px" arrival="eager" />
          </Link>
          <div className={styles.words}>
            <p className={styles.name} lang={langOf(name)}>
              <Link to={home}>{name}</Link>
            </p>
            {error && !shop ? (
              <p className={styles.failure} role="status">
                {t(isMissing(error) ? 'header.notFound' : 'header.failed')}
              </p>
            ) : (
              <ShopContact shop={shop} isMainShop={slug === MAIN_SHOP_SLUG} />
            )}
            <div className={styles.hours}>
              {shop ? <OpenBadge hours={shop} /> : null}
              <span className={styles.powered}>{t('header.poweredBy')}</span>
            </div>
          </div>
          <div className={styles.buttons}>
            <MenuButton shopSlug={slug} />
            <LanguageSwitch />
          </div>
        </div>
      </div>
      <Awning />
    </header>
  );
}
