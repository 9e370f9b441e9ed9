import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Sources that run in browsers, without comments. */
const sources = globSync(
  '{client/{account,app,boot,i18n,lib,office,platform,shared,storefront,sw,ui},contract,machines}/**/*.{ts,tsx,css}',
  {
    cwd: root,
  },
)
  .filter((file) => !/\.test\.|client\/boot\/build\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '') }));

// Methods of the language are known to the compiler, by the `lib` of the client's tsconfig.json.
it.each([
  ['lookbehind', /\(\?<[=!]/],
  ['AbortSignal.timeout, AbortSignal.any', /AbortSignal\.(?:timeout|any)\b/],
  ['URL.parse, URL.canParse', /\bURL\.(?:parse|canParse)\b/],
  ['streams that compress, or are read in a loop', /\bfor await\b|\b(?:Dec|C)ompressionStream\b/],
  ['OffscreenCanvas', /\bOffscreenCanvas\b/],
  ['popovers, view transitions, checkVisibility', /\b(?:showPopover|startViewTransition|checkVisibility)\b/],
  ['Intl.DurationFormat', /\bDurationFormat\b/],
  ['colours that are mixed or chosen by the theme', /color-mix\(|: light-dark\(/],
  ['@starting-style, @scope, subgrid, anchors', /@starting-style|@scope|\bsubgrid\b|\banchor\(/],
])('does without %s, which the oldest browsers lack', (_, pattern) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
});

it('asks for segments of a text only where the browser has them', () => {
  const asking = sources.filter(({ text }) => text.includes('Intl.Segmenter'));
  expect(asking.map(({ file }) => file)).toEqual(['client/lib/graphemes.ts']);
  expect(asking[0]?.text).toContain("'Segmenter' in Intl ?");
});
