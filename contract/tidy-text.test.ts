import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, tidySearch, tidyText } from './tidy-text.ts';

describe('tidyText', () => {
  it.each([
    ['blanks of all kinds', '\u00a0Toned\u2003\u202f milk\t500\u3000g ', 'Toned milk 500 g'],
    ['line separators', 'Toned\u2028milk', 'Toned milk'],
    ['signs without a shape', 'To\u200bned\u2060 \ufeffmi\u00adlk\u2800', 'Toned milk'],
    ['a name of such signs only', '\u200b\u2800\u3164', ''],
    ['turned lines', '\u202eAsha\u202c', 'Asha'],
    ['marks of a copied number', '\u2066+91 98450\u00a012345\u2069\u200e', '+91 98450 12345'],
    ['variants of digits', '9\ufe0f8\ufe0d450', '98450'],
    ['letters with a separate accent', 'Cafe\u0301', 'Café'],
    ['a joiner between Latin letters', 'Gh\u200dee \u200cx', 'Ghee x'],
    ['repeated joiners', 'क्\u200d\u200dष', 'क्\u200dष'],
  ])('tidies %s', (_, text, tidy) => expect(tidyText(text)).toBe(tidy));

  it.each(['क्\u200dष', 'नम\u200cकीन', 'അവന്\u200d', 'শ্\u200cর', '👩🏽\u200d🌾', '❤\ufe0f', 'Butter & ghee (2×250 g)'])(
    'keeps %j',
    (text) => expect(tidyText(text)).toBe(text),
  );

  it('leaves line breaks and control characters to the caller', () =>
    expect(tidyText('a\nb\u0007')).toBe('a\nb\u0007'));

  it('changes nothing twice', () => {
    const signs = Array.from('aé9क\u094dनa\u0301\u200b\u200d\u200c\ufe0f❤👩\u202e\u00a0 \n');
    const texts = fc.array(fc.constantFrom(...signs), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (text) => {
        const tidied = tidyText(text.join(''));
        expect(tidyText(tidied)).toBe(tidied);
      }),
    );
  });
});

it.each([
  ['ｍｉｌｋ　５００ｇ', 'milk 500g'],
  ['1½ kg', '1½ kg'],
  ['ﬁg \u202a12\u202c', 'fig 12'],
])('a search for %j is one for %j', (text, tidy) => expect(tidySearch(text)).toBe(tidy));

it.each([
  ['Ghee', true],
  ['₹20', true],
  ['🥭', true],
  ['', false],
  ['\u0301', false],
])('%j can be seen: %s', (text, visible) => expect(isVisible(text)).toBe(visible));
