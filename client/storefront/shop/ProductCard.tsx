import type { ProductView, VariantView } from '@haat/contract/catalog/products.calls';
import { chooseVariant, type VariantAspect, variantOptions } from '@haat/contract/catalog/product';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { useName, useProductName } from '../../i18n/use-name.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { useShopSlug } from '../../lib/shop-path.ts';
import { Button } from '../../ui/Button.tsx';
import { PriceLine } from '../../ui/PriceLine.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { lineIdOf, lineOf, useMaximumQuantity } from '../../shared/cart/cart-lines.ts';
import { StockNotice } from '../../shared/orders/CartLineParts.tsx';
import { useCartSend, useLineQuantity } from '../../shared/cart/use-cart.ts';
import { useFocusHandover } from '../../lib/use-focus-handover.ts';
import { FavouriteButton } from '../../shared/favourites/FavouriteButton.tsx';
import styles from './ProductCard.module.css';
import { ProductPicture } from './ProductPicture.tsx';

const ASPECTS: readonly VariantAspect[] = ['size', 'color', 'unit'];

type Props = { product: ProductView; eager?: boolean };

/** One product. The first variant is selected; choosing size, color or unit selects the matching one. */
export function ProductCard({ product, eager = false }: Props) {
  const t = useText();
  const nameOf = useName();
  const productName = useProductName()(product.name);
  const langOf = useScriptLang();
  const [chosenId, setChosenId] = useState<number>();
  // By id, so that a reloaded catalog updates price and stock of the same variant.
  const variant = product.variants.find(({ id }) => id === chosenId) ?? product.variants[0];
  if (!variant) return null;

  const choices = ASPECTS.map((aspect) => ({ aspect, options: variantOptions(product.variants, aspect) }));
  const fixed = choices.flatMap(({ options }) => (options.length === 1 ? options : []));
  const choose = (aspect: VariantAspect, optionId: number) =>
    setChosenId(chooseVariant(product.variants, variant, { aspect, optionId }).id);

  return (
    <article className={variant.stock > 0 ? styles.card : `${styles.card} ${styles.gone}`}>
      <div className={styles.front}>
        {/* The name is the link for the keyboard and for screen readers. */}
        <ProductLink product={product} tabIndex={-1} aria-hidden="true">
          <ProductPicture name={productName} image={product.image} eager={eager} />
        </ProductLink>
        {fixed.length > 0 ? <p className={styles.form}>{fixed.map(({ name }) => nameOf(name)).join(' · ')}</p> : null}
      </div>
      <h3 className={styles.name} lang={langOf(productName)}>
        <ProductLink product={product}>{productName}</ProductLink>
      </h3>
      {choices.map(({ aspect, options }) =>
        options.length > 1 ? (
          <VariantSelect
            key={aspect}
            label={t(`product.choose.${aspect}`, { name: productName })}
            options={options}
            chosen={variant[aspect]?.id}
            onChoose={(optionId) => choose(aspect, optionId)}
          />
        ) : null,
      )}
      <div className={styles.foot}>
        <PriceLine price={variant.price} mrp={variant.mrp} unit={variant.unit?.name} />
        <AddToCart product={product} variant={variant} name={productName} />
      </div>
      <FavouriteButton kind="products" id={product.id} name={productName} />
    </article>
  );
}

type ProductLinkProps = Pick<ComponentProps<typeof Link>, 'children' | 'tabIndex' | 'aria-hidden'> & {
  product: ProductView;
};

const FROM_CATALOG = { isFromCatalog: true };

/** To the page of a product, relative to the catalog: the slug of each card would render all of them with each search. */
function ProductLink({ product, ...rest }: ProductLinkProps) {
  return <Link {...rest} className={styles.link} to={String(product.id)} relative="path" state={FROM_CATALOG} />;
}

/** `name`: what buttons are called. */
type AddToCartProps = { product: ProductView; variant: VariantView; name: string };

/** Add, or − n + once it is in the cart. */
export function AddToCart({ product, variant, name }: AddToCartProps) {
  const t = useText();
  const lineId = lineIdOf(product, variant);
  const quantity = useLineQuantity(lineId);
  const send = useCartSend();
  const { stock } = variant;
  const { frame, keepFocus } = useFocusHandover(quantity > 0 ? 'stepper' : stock > 0 ? 'add' : 'gone');

  if (quantity > 0) {
    return (
      <div {...frame} className={styles.frame}>
        <LineStepper
          name={name}
          quantity={quantity}
          stock={stock}
          onChange={(delta) => {
            if (quantity + delta <= 0) keepFocus();
            send({ type: 'line.changed', lineId, delta });
          }}
        />
      </div>
    );
  }
  return (
    <div {...frame} className={styles.frame}>
      {stock > 0 ? (
        <Button
          wide
          aria-label={t('product.addNamed', { name })}
          onClick={() => {
            keepFocus();
            send({ type: 'line.added', line: lineOf(product, variant) });
          }}
        >
          {t('product.add')}
        </Button>
      ) : (
        <p className={styles.addToCartGone} tabIndex={-1}>
          {t('product.soldOut')}
        </p>
      )}
    </div>
  );
}

type LineStepperProps = { name: string; quantity: number; stock: number; onChange: (delta: 1 | -1) => void };

/** − n +, up to the stock and to the shop's limit per order. */
function LineStepper({ name, quantity, stock, onChange }: LineStepperProps) {
  const maximum = useMaximumQuantity(useShopSlug());
  return (
    <>
      <Stepper wide name={name} quantity={quantity} max={Math.min(stock, maximum)} onChange={onChange} />
      <StockNotice quantity={quantity} stock={stock} maximum={maximum} />
    </>
  );
}

type VariantSelectProps = {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: number | undefined;
  onChoose: (optionId: number) => void;
};

/** The options of one aspect: size, color or unit. */
function VariantSelect({ label, options, chosen, onChoose }: VariantSelectProps) {
  const nameOf = useName();
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={chosen}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {nameOf(name)}
        </option>
      ))}
    </select>
  );
}
