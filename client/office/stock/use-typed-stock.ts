import { formatStock, readAmount, type StockKept } from '@haat/contract/catalog/stock-unit';
import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { withPlainNumber } from '../../ui/Field.tsx';

type Edited = { amount: number; kept: StockKept; onAmount: (amount: number) => void };

/** The props of an input that shows an amount of a stock and takes a typed one when it is left. */
export function useTypedStock({ amount, kept, onAmount }: Edited) {
  // Set while an amount is being typed; otherwise changes by other devices show immediately.
  const [typed, setTyped] = useState<string>();
  const draft = typed ?? formatStock(amount, kept.stockUnit);
  const read = readAmount(draft, kept);
  const isInPieces = kept.stockUnit === 'piece';
  const commit = () => {
    setTyped(undefined);
    if (read !== undefined && read !== amount) onAmount(read);
  };
  return {
    // Units are letters.
    inputMode: isInPieces ? ('numeric' as const) : ('text' as const),
    autoComplete: 'off',
    maxLength: isInPieces ? 7 : 12,
    'aria-invalid': read === undefined ? true : undefined,
    value: draft,
    onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped((isInPieces ? withPlainNumber(event) : event).target.value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') commit();
      if (event.key === 'Escape') setTyped(undefined);
    },
  };
}
