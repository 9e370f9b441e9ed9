import { useQuery } from '@tanstack/react-query';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { isMissing } from '../../../lib/api-error.ts';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { type GuardedShop, useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { FormSkeleton, OptionsLoader } from './OptionsLoader.tsx';
import { ownProductQuery } from './editor-queries.ts';

const TEXTS = { failed: 'editProduct.failed', network: 'editProduct.error', done: 'editProduct.done' } as const;

export function EditProductScreen() {
  const t = useText();
  const { key, pathname } = useLocation();
  const shop = useGuardedShop();
  const { id = '' } = matchPath('/:shopSlug/admin/edit-product/:id', pathname)?.params ?? {};
  return (
    <Page title={t('editProduct.title')}>
      {/* A new visit begins with the product as it is stored. */}
      <Loaded key={`${key} ${id}`} shop={shop} id={id} />
    </Page>
  );
}

type Props = { shop: GuardedShop; id: string };

function Loaded({ shop, id }: Props) {
  const t = useText();
  const { data: product, error, isFetchedAfterMount, refetch } = useQuery(ownProductQuery(shop.shopId, id));
  if (isMissing(error)) {
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
    <OptionsLoader shopId={shop.shopId}>
      {(options) => (
        <ProductEditor {...options} shop={shop} product={product} texts={TEXTS} submit={t('editProduct.submit')} />
      )}
    </OptionsLoader>
  );
}
