import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import styles from './Stock.module.css';

const TABS = ['takes'] as const;
type Tab = (typeof TABS)[number];

const PATHS: Record<Tab, string> = { takes: '/takes' };

type Props = { slug: string; tab?: Tab; title?: string; children: ReactNode };

/** A screen of the shop's stock, below the links to all of them. */
export function StockPage({ slug, tab, title, children }: Props) {
  const t = useText();
  return (
    <Page title={title ?? t('stock.title')}>
      {TABS.length > 1 ? (
        <nav aria-label={t('stock.title')} className={styles.tabs}>
          {TABS.map((each) => (
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
      ) : null}
      {children}
    </Page>
  );
}
