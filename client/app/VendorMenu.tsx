import { ProblemCount } from '../shared/orders/problems/ProblemCount.tsx';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { type TextId, useText } from '../i18n/use-text.ts';
import { operatorItems, shopItems } from './back-office-routes.ts';
import styles from './Menu.module.css';
import type { NavigationItem } from './routes.ts';
import { MenuLink } from './MenuLink.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** The tools of a member's own shop, whichever shop is on the screen; then the operator's tools. */
export function VendorMenu({ shopSlug, onFollow }: Props) {
  const session = useSession();
  const { shopSlug: own = shopSlug } = session;
  return (
    <>
      <Group
        title={session.isVendor ? 'menu.vendorTools' : 'backOffice.nav'}
        items={shopItems(session, own)}
        onFollow={onFollow}
      />
      <Group title="backOffice.platform" items={operatorItems(session)} onFollow={onFollow} />
    </>
  );
}

function Group({ title, items, onFollow }: { title: TextId; items: readonly NavigationItem[]; onFollow: () => void }) {
  const t = useText();
  if (items.length === 0) return null;
  return (
    <nav className={styles.group} aria-label={t(title)}>
      <p className={styles.title}>{t(title)}</p>
      {items.map(({ to, text, badge }) => (
        <MenuLink key={to} to={to} onFollow={onFollow}>
          {t(text)}
          {badge && badge !== 'applications' ? <ProblemCount of={badge} /> : null}
        </MenuLink>
      ))}
    </nav>
  );
}
