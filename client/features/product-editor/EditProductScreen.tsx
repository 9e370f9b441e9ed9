import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Page } from '../../ui/Page.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ownProductQuery } from './editor-queries.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { OwnDesk, type OwnShop } from './OwnDesk.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { WithOptions } from './WithOptions.tsx';

const TEXTS = { failed: 'editProduct.failed', network: 'editProduct.error', done: 'editProduct.done' } as const;

/** Update Product. Spec section 2. */
export function EditProductScreen() {
  const t = useText();
  const { id = '' } = useMatch('/:shopSlug/admin/edit-product/:id')?.params ?? {};
  return (
    <Page title={t('editProduct.title')} narrow>
      <OwnDesk place={`admin/edit-product/${id}`}>{(shop) => <Loaded key={id} shop={shop} id={id} />}</OwnDesk>
    </Page>
  );
}

type Props = { shop: OwnShop; id: string };

function Loaded({ shop, id }: Props) {
  const t = useText();
  const { data: product, error, isFetchedAfterMount, refetch } = useQuery(ownProductQuery(shop.id, id));
  // One of another shop is read like any customer reads it, and has nothing to be edited.
  if (isMissing(error) || (product && product.shopId !== shop.id)) {
    return (
      <EmptyState text={t('editProduct.missing')}>
        <Link className={buttonClass()} to={`/${shop.slug}/products`}>
          {t('editProduct.toProducts')}
        </Link>
      </EmptyState>
    );
  }
  if (error) return <LoadFailure text={t('editProduct.loadFailed')} onRetry={() => void refetch()} />;
  if (!product || !isFetchedAfterMount) return <FormSkeleton />;
  return (
    <WithOptions shopId={shop.id}>
      {(options) => (
        <ProductEditor {...options} shop={shop} product={product} texts={TEXTS} submit={t('editProduct.submit')} />
      )}
    </WithOptions>
  );
}
