import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { statusOf } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';

it('lists every call that is declared', () => {
  const sources = globSync(`${import.meta.dirname}/*/*.calls.ts`).map((file) => readFileSync(file, 'utf8'));
  const declared = sources.flatMap((source) => [...source.matchAll(/^export const \w+ = endpoint\(/gm)]);
  expect(ENDPOINTS.length).toBe(declared.length);
});

it('has each method and path once', () => {
  const calls = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
});

it.each(ENDPOINTS)('$method $path describes its path parameters and its answer', (entry) => {
  const names = [...entry.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  expect(new Set(Object.keys(entry.params?.shape ?? {}))).toEqual(new Set(names));
  expect([entry.output, entry.file, entry.isStream].filter(Boolean).length).toBe(statusOf(entry) === 204 ? 0 : 1);
});
