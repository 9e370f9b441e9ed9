import type { ProductView } from '@haat/contract/catalog/products.calls';
import { getShop, type ShopView } from '@haat/contract/shops/shops.calls';
import { isShopSlug, shopName } from '@haat/contract/shops/shop';
import '../../../i18n/catalog-texts.ts';
import { useLingui } from '@lingui/react';
import type { MouseEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useProductName } from '../../../i18n/use-name.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { Page, PageHeading } from '../../../ui/Page.tsx';
import pageStyles from '../../../ui/Page.module.css';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CartBar } from '../../checkout/CartBar.tsx';
import { FavouriteButton } from '../../../shared/favourites/FavouriteButton.tsx';
import { ShopNotice } from '../ShopNotice.tsx';
import { useLiveCatalog } from '../use-live-catalog.ts';
import { Declarations } from './Declarations.tsx';
import { PictureGallery } from './PictureGallery.tsx';
import { ProductVariants } from './ProductVariants.tsx';
import styles from './ProductPage.module.css';
import { SellingShop } from './SellingShop.tsx';
import { ShareProduct } from './ShareProduct.tsx';
import { useProduct } from './use-product.ts';

/** The page of a product. An invalid slug leads to the landing page. */
export function ProductPageScreen() {
  const { shopSlug, id = '' } = useParams();
  if (!isShopSlug(shopSlug)) return <Navigate to="/" replace />;
  return <ProductOfShop key={`${shopSlug} ${id}`} slug={shopSlug} id={id} />;
}

function ProductOfShop({ slug, id }: { slug: string; id: string }) {
  const t = useText();
  const { data: shop, isLoadingError, refetch } = useCall(getShop, { params: { slug } });
  const { product, pictures, details, isGone, hasFailed, retry } = useProduct(shop, id);
  useLiveCatalog(product && shop);

  if (isGone) return <ProductNotFound slug={slug} />;
  const failed = isLoadingError ? () => void refetch() : hasFailed ? retry : undefined;
  if (!shop || !product) {
    return (
      <div className={pageStyles.page}>
        {failed ? <LoadFailure text={t('productPage.loadFailed')} onRetry={failed} /> : <ProductSkeleton />}
      </div>
    );
  }
  return (
    <div className={pageStyles.page}>
      <BackToProducts slug={slug} shop={shop} />
      <article className={styles.product}>
        <PictureGallery name={product.name} pictures={pictures} />
        <div className={styles.facts}>
          <ProductNames product={product} hindiName={details?.hindi_name ?? null} />
          <ShopNotice shop={shop} />
          <ProductVariants product={product} maximum={shop.max_per_order} />
          {product.description ? <ProductDescription text={product.description} /> : null}
          {details ? <Declarations product={product} details={details} /> : null}
          {!details && failed ? <LoadFailure text={t('productPage.detailsFailed')} onRetry={failed} /> : null}
          {!details && !failed ? <Skeleton height="160px" radius="var(--radius-card)" /> : null}
          <SellingShop shop={shop} />
          <ShareProduct product={product} shop={shop} />
        </div>
        <FavouriteButton kind="products" id={product.id} name={product.name} />
      </article>
      <CartBar shopSlug={slug} minimumOrder={shop.minordervalue} />
    </div>
  );
}

type BackProps = { slug: string; shop: ShopView };

/** Back to where the catalog was left, or to its beginning for a visitor who came by a link. */
function BackToProducts({ slug, shop }: BackProps) {
  const t = useText();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isFromCatalog?: boolean } | null };
  const goBack = (event: MouseEvent) => {
    if (!state?.isFromCatalog || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <p className={styles.back}>
      <Link to={`/${slug}/products`} onClick={goBack}>
        <span aria-hidden="true">‹ </span>
        {t('productPage.back', { shop: shopName(shop) })}
      </Link>
    </p>
  );
}

type NamesProps = { product: ProductView; hindiName: string | null };

/** The name in the language of the screen, as the shop or the shared catalog gives it, and in the other one below. */
function ProductNames({ product: { name }, hindiName }: NamesProps) {
  const { i18n } = useLingui();
  const langOf = useScriptLang();
  const nameOf = useProductName();
  const [first, second] = i18n.locale === 'hi' ? [hindiName ?? nameOf(name), name] : [name, hindiName];
  return (
    <div className={styles.names}>
      <PageHeading lang={langOf(first)}>{first}</PageHeading>
      {second && second !== first ? (
        <p className={styles.otherName} lang={langOf(second)}>
          {second}
        </p>
      ) : null}
    </div>
  );
}

function ProductDescription({ text }: { text: string }) {
  const t = useText();
  const langOf = useScriptLang();
  return (
    <section className={styles.section}>
      <h2>{t('productPage.description')}</h2>
      <p className={styles.description} lang={langOf(text)}>
        {text}
      </p>
    </section>
  );
}

/** Unknown, hidden, deleted, or of another shop. */
function ProductNotFound({ slug }: { slug: string }) {
  const t = useText();
  return (
    <Page title={t('productPage.notFound')} narrow>
      <EmptyState text={t('productPage.notFoundHint')}>
        <Link className={buttonClass()} to={`/${slug}/products`} replace>
          {t('productPage.toProducts')}
        </Link>
      </EmptyState>
    </Page>
  );
}

function ProductSkeleton() {
  const t = useText();
  return (
    <div className={styles.product} aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <div className={styles.gallery}>
        <div className={styles.stage}>
          <Skeleton height="100%" radius="var(--radius-card)" />
        </div>
      </div>
      <div className={styles.facts}>
        <Skeleton width="70%" height="36px" />
        <Skeleton height="120px" radius="var(--radius-card)" />
        <Skeleton height="160px" radius="var(--radius-card)" />
      </div>
    </div>
  );
}
