import { useSession } from '../features/session/use-session.ts';
import type { TextId } from '../i18n/text-id.ts';
import { useText } from '../i18n/use-text.ts';
import { type DeskItem, OPERATOR_ITEMS, shopItems } from './desk-items.ts';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** Spec section 2, Vendor Tools: of the vendor's own shop, whichever shop is on the screen; then the operator's. */
export function VendorMenu({ shopSlug, onFollow }: Props) {
  const { isVendor, isShopAdmin, isOperator, shopSlug: own = shopSlug } = useSession();
  return (
    <>
      {isVendor ? <Group title="menu.vendorTools" items={shopItems(own, isShopAdmin)} onFollow={onFollow} /> : null}
      {isOperator ? <Group title="desk.platform" items={OPERATOR_ITEMS} onFollow={onFollow} /> : null}
    </>
  );
}

function Group({ title, items, onFollow }: { title: TextId; items: readonly DeskItem[]; onFollow: () => void }) {
  const t = useText();
  return (
    <nav className={styles.group} aria-label={t(title)}>
      <p className={styles.title}>{t(title)}</p>
      {items.map(({ to, text }) => (
        <MenuLink key={to} to={to} onFollow={onFollow}>
          {t(text)}
        </MenuLink>
      ))}
    </nav>
  );
}
