/** The platform's own shop: landing dashboard, contact email instead of a phone. Spec section 1. */
export const DEFAULT_MAIN_SHOP_SLUG = 'haat';

/**
 * The twelve known shops: shown when no shop was found nearby, on the QR page, and seeded in the demo market.
 * Spec sections 2 and 9.
 */
export const KNOWN_SHOPS = [
  { slug: 'ganesh-kirana', name: 'Ganesh Kirana', emoji: '🛒' },
  { slug: 'nandi-vegetables', name: 'Nandi Vegetables', emoji: '🥬' },
  { slug: 'malnad-dairy', name: 'Malnad Dairy', emoji: '🥛' },
  { slug: 'ayyangar-bakery', name: 'Ayyangar Bakery', emoji: '🍞' },
  { slug: 'mysuru-sweets', name: 'Mysuru Sweets', emoji: '🍬' },
  { slug: 'udupi-tiffin', name: 'Udupi Tiffin', emoji: '🍛' },
  { slug: 'coastal-fish-mart', name: 'Coastal Fish Mart', emoji: '🐟' },
  { slug: 'arogya-medicals', name: 'Arogya Medicals', emoji: '💊' },
  { slug: 'saraswati-stationers', name: 'Saraswati Stationers', emoji: '✏️' },
  { slug: 'deepa-electricals', name: 'Deepa Electricals', emoji: '💡' },
  { slug: 'malligai-flowers', name: 'Malligai Flowers', emoji: '💐' },
  { slug: 'cauvery-textiles', name: 'Cauvery Textiles', emoji: '👕' },
] as const;
