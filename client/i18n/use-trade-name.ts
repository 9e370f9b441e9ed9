import { type Trade, TRADES } from '@haat/contract/platform/shop-application';
import { useName } from './use-name.ts';
import { useText } from './use-text.ts';

/** The type of a shop in the language of the screen. */
export function useTradeName(): (trade: Trade) => string {
  const t = useText();
  const nameOf = useName();
  return (trade) => {
    const words = TRADES[trade];
    return words === null ? t('sell.otherTrade') : nameOf(words);
  };
}
