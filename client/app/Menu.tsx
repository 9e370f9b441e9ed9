import { useSession } from '../features/session/use-session.ts';
import '../i18n/shelf-texts.ts';
import { useText } from '../i18n/use-text.ts';
import { latePart } from '../lib/late-part.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';
import { ShopMenu } from './ShopMenu.tsx';
import { STATIC_LINKS } from './static-links.ts';
import { withPageTexts } from './with-page-texts.ts';

const VendorMenu = latePart(() => withPageTexts(import('./VendorMenu.tsx')), 'VendorMenu');

type Props = { shopSlug: string; onClose: () => void };

/** The menu of spec section 2, as a sheet from the side. Following any of its links closes it. */
export function Menu({ shopSlug, onClose }: Props) {
  const t = useText();
  const { isVendor, isOperator } = useSession();
  return (
    <Dialog shape="side" label={t('menu.label')} onClose={onClose}>
      <div className={styles.top}>
        <button type="button" className={styles.close} aria-label={t('menu.close')} onClick={onClose}>
          ×
        </button>
      </div>
      <AccountMenu shopSlug={shopSlug} onFollow={onClose} />
      {isVendor || isOperator ? <VendorMenu shopSlug={shopSlug} onFollow={onClose} /> : null}
      <ShopMenu shopSlug={shopSlug} onFollow={onClose} />
      <LanguageMenu />
      <nav className={styles.group} aria-label={t('menu.more')}>
        {STATIC_LINKS.map(({ to, text }) => (
          <MenuLink key={to} to={to} onFollow={onClose}>
            {t(text)}
          </MenuLink>
        ))}
      </nav>
    </Dialog>
  );
}
