import { useQuery } from '@tanstack/react-query';
import { useName } from '../i18n/use-name.ts';
import { useText } from '../i18n/use-text.ts';
import { navigationQuery } from '../lib/queries.ts';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** All shops, and the items of the navigation call: each leads into the shop and unfolds its descriptions. */
export function ShopMenu({ shopSlug, onFollow }: Props) {
  const t = useText();
  const nameOf = useName();
  const { data } = useQuery(navigationQuery);
  return (
    <nav className={styles.group} aria-label={t('menu.shop')}>
      <MenuLink to="/" onFollow={onFollow}>
        {t('menu.allShops')}
      </MenuLink>
      <MenuLink to="/qr-login" onFollow={onFollow}>
        {t('menu.scanQr')}
      </MenuLink>
      <MenuLink to="/qr-codes" onFollow={onFollow}>
        {t('menu.qrCodes')}
      </MenuLink>
      {data?.navItems.map(({ id, name, description }) => (
        <div key={id} className={styles.entry}>
          <MenuLink to={`/${shopSlug}${id}`} onFollow={onFollow}>
            {nameOf(name)}
          </MenuLink>
          {description.length > 0 ? (
            <details className={styles.dropdown}>
              <summary aria-label={t('menu.about.item', { name: nameOf(name) })} />
              <ul>
                {description.map((text) => (
                  <li key={text}>{nameOf(text)}</li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      ))}
    </nav>
  );
}
