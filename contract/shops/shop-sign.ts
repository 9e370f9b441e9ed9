/** `picture` is the name of a drawing in `/images/signs`; `emoji` shows the same. */
type ShopSign = { picture: string; emoji: string };

const SIGNS: readonly [trade: RegExp, sign: ShopSign][] = [
  [/vegetable|fruit|greengrocer/, { picture: 'vegetables', emoji: '🥬' }],
  [/dairy|milk|curd|ghee/, { picture: 'dairy', emoji: '🥛' }],
  [/bake|bread|cake/, { picture: 'bakery', emoji: '🍞' }],
  [/sweet|namkeen|mithai|chocolate/, { picture: 'sweets', emoji: '🍬' }],
  [/tiffin|restaurant|meal|food|canteen|kitchen|caf[eé]|tea|coffee/, { picture: 'meals', emoji: '🍛' }],
  [/fish|meat|chicken|mutton|seafood|egg/, { picture: 'fish', emoji: '🐟' }],
  [/pharma|medic|chemist/, { picture: 'pharmacy', emoji: '💊' }],
  [/station|book/, { picture: 'stationery', emoji: '✏️' }],
  [/electr|hardware/, { picture: 'electricals', emoji: '💡' }],
  [/flower|florist|pooja|puja/, { picture: 'flowers', emoji: '💐' }],
  [/cloth|textile|garment|saree|sari|tailor|fashion/, { picture: 'clothes', emoji: '👕' }],
  [/general|grocer|kirana|provision|supermarket/, { picture: 'groceries', emoji: '🛒' }],
];

const OTHER: ShopSign = { picture: 'shop', emoji: '🏪' };

/** The sign of a shop with this trade, as the shop wrote it; the general sign if the trade is unknown. */
export function shopSign(trade: string | null | undefined): ShopSign {
  const words = (trade ?? '').toLowerCase();
  return SIGNS.find(([pattern]) => pattern.test(words))?.[1] ?? OTHER;
}

/** The pictures that `/images/signs` has. */
export const signPictures = (): string[] => [...SIGNS.map(([, { picture }]) => picture), OTHER.picture];
