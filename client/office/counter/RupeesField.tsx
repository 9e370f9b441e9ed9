import { isRupees, toPaise, toRupees } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';

type Props = {
  label: string;
  paise: number | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  hint?: string | undefined;
  /** Undefined for an empty field. */
  onPaise: (paise: number | undefined) => void;
};

const MOST_RUPEES = 1_000_000;

/** The paise of a typed sum; undefined if the text is not a sum. */
function readRupees(text: string): number | undefined {
  const rupees = Number(text);
  const isSum = text.trim() !== '' && rupees >= 0 && rupees <= MOST_RUPEES && isRupees(rupees);
  return isSum ? toPaise(rupees) : undefined;
}

/** A sum in rupees, reported with every letter that leaves it one. */
export function RupeesField({ label, paise, placeholder, autoFocus, hint, onPaise }: Props) {
  const t = useText();
  const [text, setText] = useState(paise ? String(toRupees(paise)) : '');
  const isWrong = text.trim() !== '' && readRupees(text) === undefined;
  return (
    <Field
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      placeholder={placeholder}
      autoFocus={autoFocus}
      hint={hint}
      value={text}
      problem={isWrong ? t('counterSale.sumWrong') : undefined}
      onChange={({ target: { value } }) => {
        setText(value);
        const sum = readRupees(value);
        if (sum !== undefined || value.trim() === '') onPaise(sum);
      }}
    />
  );
}
