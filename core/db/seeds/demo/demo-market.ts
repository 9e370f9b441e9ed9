import type { DemoShop } from './demo-shop.ts';
import { arogyaMedicals } from './shops/arogya-medicals.ts';
import { ayyangarBakery } from './shops/ayyangar-bakery.ts';
import { cauveryTextiles } from './shops/cauvery-textiles.ts';
import { coastalFishMart } from './shops/coastal-fish-mart.ts';
import { deepaElectricals } from './shops/deepa-electricals.ts';
import { ganeshKirana } from './shops/ganesh-kirana.ts';
import { malligaiFlowers } from './shops/malligai-flowers.ts';
import { malnadDairy } from './shops/malnad-dairy.ts';
import { mysuruSweets } from './shops/mysuru-sweets.ts';
import { nandiVegetables } from './shops/nandi-vegetables.ts';
import { saraswatiStationers } from './shops/saraswati-stationers.ts';
import { udupiTiffin } from './shops/udupi-tiffin.ts';

/** The shops of the demo market, in the order of the known shops. Data only, no side effect. Spec section 9. */
export const DEMO_MARKET: readonly DemoShop[] = [
  ganeshKirana,
  nandiVegetables,
  malnadDairy,
  ayyangarBakery,
  mysuruSweets,
  udupiTiffin,
  coastalFishMart,
  arogyaMedicals,
  saraswatiStationers,
  deepaElectricals,
  malligaiFlowers,
  cauveryTextiles,
];

/** Folder of the product pictures, ends with a slash; three WebP sizes for each `picture` of a product. */
export const DEMO_PICTURES_URL = new URL('pictures/', import.meta.url);

/** Widths of the committed pictures in pixels. */
export const DEMO_PICTURE_SIZES = [160, 320, 640] as const;

/** Every category with its subcategories, each once, in the order in which the shops name them. */
export function demoCategories(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { category, subcategory } of DEMO_MARKET.flatMap((shop) => shop.products)) {
    const known = found.get(category) ?? [];
    if (!known.includes(subcategory)) found.set(category, [...known, subcategory]);
  }
  return found;
}

/** Every unit that a variant is sold in, each once. */
export function demoUnits(): string[] {
  const variants = DEMO_MARKET.flatMap((shop) => shop.products).flatMap((product) => product.variants);
  return [...new Set(variants.flatMap(({ unit }) => (unit === undefined ? [] : [unit])))];
}
