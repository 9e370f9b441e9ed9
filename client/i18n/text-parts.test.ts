import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { messages as initialTexts } from 'virtual:catalog/en';
import { messages as pageTexts } from 'virtual:catalog/en-pages';
import { messages as catalogTexts } from 'virtual:catalog/en-catalog';
import { messages as landingTexts } from 'virtual:catalog/en-landing';

const client = join(import.meta.dirname, '..');
const STATIC_IMPORT = /^(?:import|export)\b(?!\s+type\b)[^;]*?['"](\.[^'"]+|@haat\/machines\/[^'"]+)['"];/gm;

/** What arrives together with a file: itself, and all that it imports and does not fetch later. */
function arrivingWith(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found;
  const source = readFileSync(file, 'utf8');
  found.set(file, source);
  for (const [, name = ''] of source.matchAll(STATIC_IMPORT)) {
    const imported = name.startsWith('.')
      ? resolve(dirname(file), name)
      : `${name.replace('@haat', resolve(client, '..'))}.ts`;
    if (existsSync(imported)) arrivingWith(imported, found);
  }
  return found;
}

const idsIn = (files: Map<string, string>, texts: object) => {
  const code = [...files.values()].join('\n');
  return Object.keys(texts).filter((id) => code.includes(`'${id}'`));
};

const files = (...names: string[]) => {
  const found = new Map<string, string>();
  for (const name of names) arrivingWith(join(client, name), found);
  return found;
};

it('the first visit has the texts of all that it can show', () => {
  const first = files(
    'main.tsx',
    'storefront/market/landing/DashboardScreen.tsx',

    'ui/ToastStack.tsx',
    'app/live-connection.ts',
  );
  expect(idsIn(first, initialTexts).length).toBeGreaterThan(40);
  expect(idsIn(first, { ...landingTexts, ...catalogTexts, ...pageTexts })).toEqual([]);
});

it.each([
  'app/Menu.tsx',
  'storefront/shop/ProductsScreen.tsx',
  'account/AddressScreen.tsx',
  'shared/cart/cart-toasts.ts',
])('%s brings the texts of catalog and cart', (screen) => {
  const shown = files(screen);
  expect(shown.has(join(client, 'i18n', 'catalog-texts.ts'))).toBe(true);
  expect(idsIn(shown, catalogTexts)).not.toEqual([]);
  expect(idsIn(shown, pageTexts)).toEqual([]);
});

it.each(['LandingMore', 'MoreShops', 'ShopCarousel'])(
  '%s brings the texts of the lower part of the dashboard',
  (part) => {
    const shown = files(`storefront/market/landing/${part}.tsx`);
    expect(shown.has(join(client, 'i18n', 'landing-texts.ts'))).toBe(true);
    expect(idsIn(shown, landingTexts)).not.toEqual([]);
    expect(idsIn(shown, { ...catalogTexts, ...pageTexts })).toEqual([]);
  },
);
