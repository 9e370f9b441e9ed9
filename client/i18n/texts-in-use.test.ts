import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
// Machines name the texts of what went wrong.
const files = globSync('{client,machines}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.test.*', 'client/test/**'],
});
const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
const code = sources.map(({ source }) => source).join('\n');
const english = JSON.parse(readFileSync(join(import.meta.dirname, 'en.json'), 'utf8')) as Record<string, string>;
const ids = Object.keys(english);

/** The beginnings of names that are put together, `product.choose.` of `product.choose.${aspect}`. */
const beginnings = [...code.matchAll(/`([a-z]\w*\.(?:\w+\.)*)\$\{/g)].map(([, start = '']) => start);

it('has no text that no screen says', () => {
  const shown = ids.filter((id) => !id.startsWith('refused.'));
  const unused = shown.filter((id) => !code.includes(`'${id}'`) && !code.includes(`"${id}"`));
  expect(unused.filter((id) => !beginnings.some((start) => id.startsWith(start)))).toEqual([]);
});

it('has the refusals as the server says them, by which they are found', () => {
  const server = globSync('{api,contract,core}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  const said = server.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  // The limits are found by their code: they name a time.
  const sentences = Object.entries(english).filter(([id]) => id.startsWith('refused.') && id !== 'refused.wait');
  expect(sentences.length).toBeGreaterThan(0);
  expect(sentences.filter(([, text]) => !said.includes(`'${text}'`))).toEqual([]);
});

it('has no words of its own in a screen', () => {
  const inElements = />\s*([\p{L}][^<>{}=;()|&]*\p{L}{2,}[^<>{}=;()|&]*)<\//gu;
  const inAttributes = /\s(?:aria-label|placeholder|title|alt|label)="([^"]*\p{L}{2}[^"]*)"/gu;
  const found = sources
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, source }) =>
      [...source.matchAll(inElements), ...source.matchAll(inAttributes)].map(([, words = '']) => [file, words.trim()]),
    )
    // Ids of texts are handed on as attributes, too.
    .filter(([, words = '']) => !ids.includes(words));
  expect(found).toEqual([]);
});
