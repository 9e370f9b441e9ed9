import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ProductFilter } from './shop-products-query.ts';

type Props = { shopSlug: string; filter: ProductFilter; onShowAll: () => void };

/** Why there is nothing in the list, and the way on: a code that no product has is that of a new one. */
export function NoProducts({ shopSlug, filter: { search, status }, onShowAll }: Props) {
  const t = useText();
  const add = `/${shopSlug}/admin/add-product`;
  if (isProductBarcode(search)) {
    return (
      <EmptyState text={t('productList.noBarcode', { barcode: search })}>
        <Link className={buttonClass()} to={`${add}?barcode=${search}`}>
          {t('productList.addIt')}
        </Link>
      </EmptyState>
    );
  }
  if (search || status !== 'all') {
    const text = search ? t('productList.noMatch', { search }) : t(`productList.none.${status}`);
    return (
      <EmptyState text={text}>
        <Button look="secondary" onClick={onShowAll}>
          {t('productList.showAll')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState text={t('productList.none.all')}>
      <Link className={buttonClass()} to={add}>
        {t('productList.add')}
      </Link>
    </EmptyState>
  );
}
