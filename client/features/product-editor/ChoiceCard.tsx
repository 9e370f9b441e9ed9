import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { BarcodeField } from './BarcodeField.tsx';
import { addChoice, moveUp, removeChoice } from './change-choices.ts';
import { ChoiceDetails, UnitField } from './ChoiceDetails.tsx';
import styles from './MoreChoices.module.css';
import { nameOfChoice, type ChoiceEntry } from './product-entries.ts';
import { useChoiceField, useProductForm } from './product-form-context.ts';
import parts from './ProductForm.module.css';

type Props = { at: number; choice: ChoiceEntry };

/** One more form in which the product is sold: its unit, price and stock, and what else tells it from the others. */
export function ChoiceCard({ at, choice }: Props) {
  const t = useText();
  const nameOf = useName();
  const field = useChoiceField(at);
  const name = nameOfChoice(choice, nameOf) || t('productForm.choice', { number: at + 1 });
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>{name}</legend>
      <div className={parts.pair}>
        <UnitField at={at} />
        <Field label={t('productForm.price')} inputMode="decimal" {...field('price')} />
        <Field label={t('productForm.stock')} inputMode="numeric" {...field('stock')} />
      </div>
      <BarcodeField at={at} />
      <ChoiceDetails at={at} hasUnit={false} />
      <ChoiceActions at={at} choice={choice} name={name} />
    </fieldset>
  );
}

function ChoiceActions({ at, choice, name }: Props & { name: string }) {
  const t = useText();
  const { change } = useProductForm();
  const remove = () => {
    change(({ choices }) => ({ choices: removeChoice(choices, choice.key) }));
    offerUndo(t('productForm.removed', { name }), () =>
      change(({ choices }) => ({ choices: addChoice(removeChoice(choices, choice.key), choice, at) })),
    );
  };
  return (
    <div className={parts.row}>
      <Button
        look="quiet"
        aria-label={t('productForm.moveUpNamed', { name })}
        onClick={() => change(({ choices }) => ({ choices: moveUp(choices, at) }))}
      >
        {t('productForm.moveUp')}
      </Button>
      <Button look="quiet" aria-label={t('productForm.removeNamed', { name })} onClick={remove}>
        {t('productForm.remove')}
      </Button>
    </div>
  );
}
