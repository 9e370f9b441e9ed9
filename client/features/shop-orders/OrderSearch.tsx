import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';

type Props = { shown: string; onLook: (search: string) => void };

/** In ms. Nobody wants to be answered for every digit. */
const PAUSE = 250;

/** Looks for an order by its number or the customer's phone while it is being typed. */
export function OrderSearch({ shown, onLook }: Props) {
  const t = useText();
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    // Somebody chose a link or another filter meanwhile.
    setLast(shown);
    if (text.trim() !== shown.trim()) setText(shown);
  }

  useEffect(() => {
    if (text === shown) return undefined;
    const timer = setTimeout(() => onLook(text), PAUSE);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new `onLook` with every rendering must not begin the pause anew
  }, [text, shown]);

  return <SearchField label={t('shopOrders.search')} value={text} onChange={setText} />;
}
