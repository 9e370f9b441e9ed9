import type { ProductView, ProductDetails } from '@haat/contract/catalog/products.calls';
import { getShop, type ShopView } from '@haat/contract/shops/shops.calls';
import { isShopSlug, shopName } from '@haat/contract/shops/shop';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { isPausedAt } from '@haat/contract/shops/pause';
import { formatRupees } from '@haat/contract/rupees';
import type { MakerRole } from '@haat/contract/catalog/product-input';
import '../../../i18n/catalog-texts.ts';
import { useLingui } from '@lingui/react';
import type { MouseEvent } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useProductName, useName, useVariantLabel } from '../../../i18n/use-name.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText, type TextId } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { buttonClass, Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import pageStyles from '../../../ui/Page.module.css';
import { Page, PageHeading } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import looks from '../../../ui/looks.module.css';
import { CartBar } from '../../checkout/CartBar.tsx';
import { FavouriteButton } from '../../../shared/favourites/FavouriteButton.tsx';
import { ShopNotice } from '../ShopNotice.tsx';
import { useLiveCatalog } from '../use-live-catalog.ts';
import { PictureGallery } from './PictureGallery.tsx';
import { ProductVariants } from './ProductVariants.tsx';
import { useProduct } from './use-product.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { publicAddress } from '../../../lib/public-address.ts';
import { shareOrCopy } from '../../../ui/share-or-copy.ts';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import styles from './ProductPage.module.css';

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
    <div className={looks.anywhere}>
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

type SellingShopProps = { shop: ShopView };

/** Who sells the product, and whether the shop is open. */
function SellingShop({ shop }: SellingShopProps) {
  const t = useText();
  const now = useMinute();
  const isPaused = isPausedAt(shop, now);
  const isOpen = isOpenAt(shop, now) && !isPaused;
  return (
    <section className={styles.section}>
      <h2>{t('productPage.soldBy')}</h2>
      <p>
        <Link className={`${looks.link} ${looks.strong}`} to={`/${shop.slug}/products`}>
          {shopName(shop)}
        </Link>{' '}
        <span className={isOpen ? styles.inStock : styles.lowStock}>
          {t(isOpen ? 'header.openNow' : isPaused ? 'header.paused' : 'header.closed')}
        </span>
      </p>
      {shop.address ? <p className={styles.quiet}>{shop.address}</p> : null}
    </section>
  );
}

type ShareProps = { product: ProductView; shop: ShopView };

/** Shares the address of the product. The text names it: a preview of the address could only show the app. */
function ShareProduct({ product, shop }: ShareProps) {
  const t = useText();
  const { id, name, price } = product;
  const url = `${publicAddress()}#/${shop.slug}/products/${id}`;
  const text = t('productPage.shared', { name, price: formatRupees(price), shop: shopName(shop) });
  return (
    <Row>
      <Button look="secondary" onClick={() => void shareOrCopy({ title: name, text, url }, url)}>
        {t('productPage.share')}
      </Button>
      <a
        className={buttonClass('quiet')}
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('productPage.whatsapp')}
      </a>
    </Row>
  );
}

const MAKERS: Record<MakerRole, TextId> = {
  manufacturer: 'productPage.manufacturer',
  packer: 'productPage.packer',
  importer: 'productPage.importer',
};

type DeclarationsProps = { product: ProductView; details: ProductDetails };

/** The declarations that Indian law requires for a product sold online, if the shop has given them. */
function Declarations({ product, details }: DeclarationsProps) {
  const t = useText();
  const nameOf = useName();
  const prices = useMaximumPrices(product);
  const units = product.variants.flatMap(({ unit }) => (unit ? [nameOf(unit.name)] : []));
  const { maker_role: role, maker_name: maker, maker_address: address } = details;
  const items = [
    { term: t('productPage.netQuantity'), value: details.net_quantity ?? [...new Set(units)].join(', ') },
    { term: t('productPage.mrp'), value: prices },
    {
      term: t(role ? MAKERS[role] : 'productPage.maker'),
      value: [maker, address].filter((each) => each !== null).join(', '),
    },
    { term: t('productPage.origin'), value: details.country_of_origin },
    { term: t('productPage.fssai'), value: details.fssai_licence },
    { term: t('productPage.bestBefore'), value: details.best_before },
  ].filter(({ value }) => value !== null && value !== '');
  if (items.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('productPage.declarations')}</h2>
      <DefinitionList layout="divided" className={styles.declarations} items={items} />
    </section>
  );
}

/** `₹60.00`, or a line `500 g: ₹60.00` for each variant; empty where none has a maximum price. */
function useMaximumPrices({ variants }: ProductView): string {
  const labelOf = useVariantLabel();
  const prices = variants.flatMap(({ mrp, size, color, unit }) => {
    if (mrp === null) return [];
    const label = labelOf({ size: size?.name, color: color?.name, unit: unit?.name });
    return variants.length > 1 && label ? [`${label}: ${formatRupees(mrp)}`] : [formatRupees(mrp)];
  });
  return [...new Set(prices)].join('\n');
}
