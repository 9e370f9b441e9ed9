import { useText } from '../i18n/use-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';
import { STATIC_LINKS } from './static-links.ts';

type Props = { shopSlug: string; onClose: () => void };

/** The menu of spec section 2, as a sheet from the side. Following any of its links closes it. */
export function Menu({ shopSlug, onClose }: Props) {
  const t = useText();
  return (
    <Dialog shape="side" label={t('menu.label')} onClose={onClose}>
      <nav className={styles.group} aria-label={t('menu.more')}>
        <MenuLink to={`/${shopSlug}/products`} onFollow={onClose}>
          {t('menu.products')}
        </MenuLink>
        {STATIC_LINKS.map(({ to, text }) => (
          <MenuLink key={to} to={to} onFollow={onClose}>
            {t(text)}
          </MenuLink>
        ))}
      </nav>
    </Dialog>
  );
}
