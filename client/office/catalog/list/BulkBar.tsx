import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { ProductFilter } from './product-pages.ts';
import { useBulkChange } from './use-bulk-change.ts';
import type { Selection } from './use-selection.ts';
import styles from './ProductListScreen.module.css';

const PriceDialog = lazyDialog(() => import('./BulkDialogs.tsx'), 'PriceDialog');
const StockDialog = lazyDialog(() => import('./BulkDialogs.tsx'), 'StockDialog');
const CategoryDialog = lazyDialog(() => import('./BulkDialogs.tsx'), 'CategoryDialog');
const LabelsDialog = lazyDialog(() => import('./LabelsDialog.tsx'), 'LabelsDialog');

type Props = {
  shopId: number;
  shopSlug: string;
  filter: ProductFilter;
  selection: Selection;
  /** Whether more products match the filter than are loaded. */
  hasMore: boolean;
};

type Open = 'price' | 'stock' | 'category' | 'labels' | 'delete';

/** What can be done with the products that are selected. */
export function BulkBar({ shopId, shopSlug, filter, selection, hasMore }: Props) {
  const t = useText();
  const { ids, clear, selectMatching } = selection;
  const [open, setOpen] = useState<Open>();
  const isOnline = useOnline();
  const close = () => setOpen(undefined);
  const { change, isChanging, problem, reset } = useBulkChange(shopId, () => {
    close();
    clear();
  });
  if (ids.size === 0) return null;

  const products = [...ids];
  const dialog = {
    shopId,
    products,
    isBusy: isChanging,
    problem,
    onChange: change,
    onClose: () => {
      close();
      reset();
    },
  };
  const action = (label: string, onClick: () => void) => (
    <Button look="secondary" disabled={isChanging} onClick={onClick}>
      {label}
    </Button>
  );
  const show = (published: boolean) => change({ products, change: { kind: 'published', published } });
  return (
    <Row as="section" rowGap={2} className={styles.bar} aria-label={t('bulk.selected', { count: ids.size })}>
      <p className={styles.count} role="status">
        <strong>{t('bulk.selected', { count: ids.size })}</strong>
      </p>
      {hasMore && isOnline ? (
        <Button look="quiet" onClick={() => void selectMatching(filter)}>
          {t('bulk.selectMatching')}
        </Button>
      ) : null}
      <Button look="quiet" onClick={clear}>
        {t('bulk.clear')}
      </Button>
      <Row gap={2} align="stretch" className={styles.actions}>
        {action(t('bulk.price'), () => setOpen('price'))}
        {action(t('bulk.stock'), () => setOpen('stock'))}
        {action(t('bulk.category'), () => setOpen('category'))}
        {action(t('bulk.hide'), () => show(false))}
        {action(t('bulk.show'), () => show(true))}
        {action(t('bulk.labels'), () => setOpen('labels'))}
        {ids.size === 1 ? (
          <Link className={buttonClass('secondary')} to={`/${shopSlug}/admin/add-product?copy=${products[0]}`}>
            {t('bulk.copy')}
          </Link>
        ) : null}
        {action(t('bulk.delete'), () => setOpen('delete'))}
      </Row>
      {problem && open === undefined ? <Notice tone="error">{problem}</Notice> : null}
      {open === 'price' ? <PriceDialog {...dialog} /> : null}
      {open === 'stock' ? <StockDialog {...dialog} /> : null}
      {open === 'category' ? <CategoryDialog {...dialog} /> : null}
      {open === 'labels' ? <LabelsDialog shopId={shopId} products={products} onClose={close} /> : null}
      {open === 'delete' ? (
        <ConfirmDialog
          text={t('bulk.deleteAsk', { count: ids.size })}
          confirm={t('bulk.delete')}
          onClose={close}
          onConfirm={() => {
            close();
            change({ products, change: { kind: 'delete' } });
          }}
        />
      ) : null}
    </Row>
  );
}
