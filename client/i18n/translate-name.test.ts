import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NameList } from './language.ts';
import { translateName } from './translate-name.ts';

const hindi = JSON.parse(readFileSync(join(import.meta.dirname, 'hi-names.json'), 'utf8')) as NameList;
it.each([
  ['500 g', '500 ग्राम'],
  ['4-5 years', '4-5 साल'],
  ['1 L', '1 लीटर'],
  ['9 W', '9 वॉट'],
  ['pack of 4', '4 का पैक'],
  ['flask of 500 ml', '500 मिली का फ़्लास्क'],
  ['Orders', 'ऑर्डर'],
])('%s is %s', (name, translated) => expect(translateName(name, hindi)).toBe(translated));

it.each(['S', 'M', 'L', 'XL', 'W'])('leaves %s, a size and no measure, alone', (name) =>
  expect(translateName(name, hindi)).toBe(name),
);

it.each(['Grandmother’s jars', '3 spoons', 'can of 6', 'constructor'])('leaves %s, a name of a shop, alone', (name) =>
  expect(translateName(name, hindi)).toBe(name),
);
