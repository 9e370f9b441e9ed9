import type { ProductView, VariantView } from '@haat/contract/catalog/products.calls';
import { LOW_STOCK } from '@haat/contract/catalog/product-input';
import { useVariantLabel } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Row } from '../../../ui/Card.tsx';
import { PriceLine } from '../../../ui/PriceLine.tsx';
import looks from '../../../ui/looks.module.css';
import { AddToCart } from '../ProductCard.tsx';
import styles from './ProductPage.module.css';

type Props = {
  product: ProductView;
  /** The most of one item that the shop sells in one order. */
  maximum: number | null;
};

/** Every variant with its price, its stock, and Add or − n +. */
export function ProductVariants({ product, maximum }: Props) {
  const t = useText();
  return (
    <section className={styles.section} aria-label={t('productPage.variants')}>
      <ul className={styles.variants}>
        {product.variants.map((variant) => (
          <Row as="li" gap={4} rowGap={2} justify="between" key={variant.id} className={styles.variant}>
            <VariantFacts variant={variant} />
            <AddVariant product={product} variant={variant} />
          </Row>
        ))}
      </ul>
      <p className={styles.quiet}>{t('productPage.taxes')}</p>
      {maximum === null ? null : <p className={styles.quiet}>{t('productPage.maximum', { max: maximum })}</p>}
    </section>
  );
}

function VariantFacts({ variant }: { variant: VariantView }) {
  const t = useText();
  const labelOf = useVariantLabel();
  const { price, mrp, stock, unit } = variant;
  const label = labelOf(optionsOf(variant));
  return (
    <div className={styles.variantFacts}>
      {label ? <p className={`${looks.strong} ${looks.anywhere}`}>{label}</p> : null}
      <PriceLine price={price} mrp={mrp} unit={unit?.name} />
      {stock > 0 ? (
        <p className={stock > LOW_STOCK ? styles.inStock : styles.lowStock}>
          {stock > LOW_STOCK ? t('productPage.inStock') : t('cart.onlyLeft', { stock })}
        </p>
      ) : null}
    </div>
  );
}

type AddVariantProps = { product: ProductView; variant: VariantView };

/** Named with the variant, as a page may have many of these buttons. */
function AddVariant({ product, variant }: AddVariantProps) {
  const labelOf = useVariantLabel();
  const label = labelOf(optionsOf(variant));
  const name = label && product.variants.length > 1 ? `${product.name}, ${label}` : product.name;
  return (
    <div className={styles.add}>
      <AddToCart product={product} variant={variant} name={name} />
    </div>
  );
}

const optionsOf = ({ size, color, unit }: VariantView) => ({
  size: size?.name,
  color: color?.name,
  unit: unit?.name,
});
