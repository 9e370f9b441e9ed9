import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import styles from './Stock.module.css';

const PATHS = { low: '', expiring: '/expiring', takes: '/takes', purchases: '/purchases' } as const;
type Tab = keyof typeof PATHS;
const TABS = ['low', 'expiring', 'takes', 'purchases'] as const satisfies Tab[];

type Props = { shop: GuardedShop; tab?: Tab; title?: string; children: ReactNode };

/** A screen of the shop's stock, below the links to all of them; purchases are for admins. */
export function StockPage({ shop: { slug, canManage }, tab, title, children }: Props) {
  const t = useText();
  return (
    <Page title={title ?? t('stock.title')}>
      <nav aria-label={t('stock.title')} className={styles.tabs}>
        {TABS.filter((each) => canManage || each !== 'purchases').map((each) => (
          <Link
            key={each}
            className={styles.tab}
            to={`/${slug}/admin/stock${PATHS[each]}`}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`stock.tab.${each}`)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
