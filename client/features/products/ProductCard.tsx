import type { ProductView } from '@haat/contract/api/products.schema';
import { chooseVariant, variantOptions, type VariantAspect } from '@haat/contract/rules/variant-choice';
import { useState } from 'react';
import { useName } from '../../i18n/use-name.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { PriceLine } from '../../ui/PriceLine.tsx';
import { AddToCart } from './AddToCart.tsx';
import styles from './ProductCard.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { VariantSelect } from './VariantSelect.tsx';

const ASPECTS: readonly VariantAspect[] = ['size', 'color', 'unit'];

type Props = { product: ProductView; eager?: boolean };

/** One product: begins with its first variant; choosing size, colour or unit chooses the matching one. Spec section 2. */
export function ProductCard({ product, eager = false }: Props) {
  const t = useText();
  const nameOf = useName();
  const langOf = useScriptLang();
  const [chosenId, setChosenId] = useState<number>();
  // By id, so that a shelf read again shows the new price and stock of the same choice.
  const variant = product.variants.find(({ id }) => id === chosenId) ?? product.variants[0];
  if (!variant) return null;

  const choices = ASPECTS.map((aspect) => ({ aspect, options: variantOptions(product.variants, aspect) }));
  const fixed = choices.flatMap(({ options }) => (options.length === 1 ? options : []));
  const choose = (aspect: VariantAspect, optionId: number) =>
    setChosenId(chooseVariant(product.variants, variant, { aspect, optionId }).id);

  return (
    <article className={variant.stock > 0 ? styles.card : `${styles.card} ${styles.gone}`}>
      <div className={styles.front}>
        <ProductPicture image={product.image} eager={eager} />
        {fixed.length > 0 ? <p className={styles.form}>{fixed.map(({ name }) => nameOf(name)).join(' · ')}</p> : null}
      </div>
      <h3 className={styles.name} lang={langOf(product.name)}>
        {product.name}
      </h3>
      {choices.map(({ aspect, options }) =>
        options.length > 1 ? (
          <VariantSelect
            key={aspect}
            label={t(`product.choose.${aspect}`, { name: product.name })}
            options={options}
            chosen={variant[aspect]?.id}
            onChoose={(optionId) => choose(aspect, optionId)}
          />
        ) : null,
      )}
      <div className={styles.foot}>
        <PriceLine price={variant.price} mrp={variant.mrp} unit={variant.unit?.name} />
        <AddToCart product={product} variant={variant} />
      </div>
    </article>
  );
}
