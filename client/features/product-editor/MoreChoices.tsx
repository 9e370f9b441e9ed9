import { formatRupees } from '@haat/contract/rules/rupees';
import { isRupeesText } from '@haat/contract/rules/typed-amounts';
import { useId, useState } from 'react';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { addChoice } from './change-choices.ts';
import { ChoiceCard } from './ChoiceCard.tsx';
import styles from './MoreChoices.module.css';
import { NewUnit } from './NewUnit.tsx';
import { PanelButton } from './PanelButton.tsx';
import { nameOfChoice, type ChoiceEntry } from './product-entries.ts';
import { useProductForm } from './product-form-context.ts';
import parts from './ProductForm.module.css';

type Props = {
  /** Whether they are shown from the beginning. */
  isOpen: boolean;
};

/** The units in which a product is sold, and its sizes and colours; the first one is that of the fields above. Spec section 2. */
export function MoreChoices({ isOpen: wasOpen }: Props) {
  const t = useText();
  const headingId = useId();
  const [isOpen, setOpen] = useState(wasOpen);
  const { entries, change } = useProductForm();
  const { choices } = entries;
  const add = (choice: ChoiceEntry) => change((before) => ({ choices: addChoice(before.choices, choice) }));
  return (
    <section className={parts.part} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('productForm.units')}</h2>
      <p className={parts.quiet}>{t('productForm.unitsHint')}</p>
      {isOpen ? (
        <>
          <ol className={styles.list}>
            {choices.map((choice, at) => (
              <li key={choice.key}>
                {at === 0 ? <FirstChoice choice={choice} /> : <ChoiceCard at={at} choice={choice} />}
              </li>
            ))}
          </ol>
          <NewUnit onAdd={add} />
        </>
      ) : (
        <div>
          <PanelButton isOpen={false} onToggle={() => setOpen(true)}>
            {t('productForm.moreUnits')}
          </PanelButton>
        </div>
      )}
    </section>
  );
}

/** In its place in the list, but changed above. */
function FirstChoice({ choice }: { choice: ChoiceEntry }) {
  const t = useText();
  const nameOf = useName();
  const { price, stock } = choice;
  return (
    <p className={styles.first}>
      <strong className={parts.long}>{nameOfChoice(choice, nameOf) || t('productForm.first')}</strong>
      <span>{isRupeesText(price) ? formatRupees(Number(price)) : ''}</span>
      <span className={parts.quiet}>{stock.trim() === '' ? '' : t('productForm.inStock', { stock })}</span>
      <span className={parts.quiet}>{t('productForm.seeAbove')}</span>
    </p>
  );
}
