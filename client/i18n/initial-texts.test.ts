import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOG_TEXT, INITIAL_TEXT, LANDING_TEXT, SERVER_TEXT } from '../boot/build/virtual-modules.ts';

const root = join(import.meta.dirname, '../..');
const catalog = JSON.parse(readFileSync(join(import.meta.dirname, 'en.json'), 'utf8')) as Record<string, string>;
const ids = Object.keys(catalog);

const IMPORT =
  /(?:^|\n)(?:import|export) (?!type )[^;]*?from '([^']+)'|(?:^|\n)import '([^']+)'|\bimport\('([^']+)'\)/g;
const COMMENT = /\/\*[\s\S]*?\*\//g;
// Their modules run when the texts of all screens are there.
const BEHIND_PAGE_TEXTS = /(withPageTexts\(|screenWithTexts\(\s*(async )?\(\) =>\s*(\(await )?)import\('[^']+'\)/g;

function fileOf(specifier: string, from: string): string | undefined {
  const workspace = /^@haat\/(contract|machines)\/(.+)$/.exec(specifier);
  const file = workspace ? join(root, workspace[1] ?? '', `${workspace[2]}.ts`) : join(dirname(from), specifier);
  const isSource = /\.tsx?$/.test(file) && (workspace !== null || specifier.startsWith('.'));
  return isSource ? file : undefined;
}

/** The modules that can run before the texts of all screens were fetched, with their sources. */
function initialModules(): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [join(root, 'client/main.tsx')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const source = readFileSync(file, 'utf8').replaceAll(COMMENT, '');
    found.set(file, source);
    for (const [, named, bare, lazy] of source.replaceAll(BEHIND_PAGE_TEXTS, '').matchAll(IMPORT)) {
      const next = fileOf(named ?? bare ?? lazy ?? '', file);
      if (next) waiting.push(next);
    }
  }
  return found;
}

const modules = initialModules();
const names = [...modules.keys()].map((file) => relative(root, file));

it('follows what dashboard, catalog and address screen are made of, and stops before other screens', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'client/app/Header.tsx',
      'client/app/Menu.tsx',
      'client/shared/addresses/AddressForm.tsx',
      'client/storefront/checkout/CartPopup.tsx',
      'client/storefront/market/landing/ShopCarousel.tsx',
      'client/app/live-connection.ts',
      'machines/orders/cart.machine.ts',
    ]),
  );
  expect(names.filter((name) => /(Login|Order|Profile|Help)Screen/.test(name))).toEqual([]);
});

it('says nothing there that only comes with the other screens', () => {
  const late = [...modules].flatMap(([file, source]) => {
    const whole = [...source.matchAll(/['"]([\w.]+)['"]/g)].map(([, id = '']) => id).filter((id) => ids.includes(id));
    const begun = [...source.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/g)].map(([, start = '']) => start);
    const texts = [...whole, ...begun.filter((start) => ids.some((id) => id.startsWith(start)))];
    return texts
      .filter((id) => ![INITIAL_TEXT, LANDING_TEXT, CATALOG_TEXT, SERVER_TEXT].some((part) => part.test(id)))
      .map((id) => `${relative(root, file)}: ${id}`);
  });
  expect(late).toEqual([]);
});
