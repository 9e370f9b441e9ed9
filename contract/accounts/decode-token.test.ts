import { describe, expect, it } from 'vitest';
import { decodeToken, isExpired, readToken } from './decode-token.ts';

const part = (text: string) => Buffer.from(text).toString('base64url');

describe('decodeToken', () => {
  it('reads the payload, in any script', () => {
    const claims = { sub: '7', email: 'अन्ना@haat.example', sid: 's', exp: 1 };
    expect(decodeToken(`h.${part(JSON.stringify(claims))}.s`)).toEqual(claims);
  });

  it.each([
    [undefined, 'Invalid token specified: must be a string'],
    [{}, 'Invalid token specified: must be a string'],
    ['only', 'Invalid token specified: missing part #2'],
    ['h.%%%.s', 'Invalid token specified: invalid base64 for part #2'],
    ['h.abcde.s', 'Invalid token specified: invalid base64 for part #2'],
    [`h.${Buffer.from([0xff, 0xfe]).toString('base64url')}.s`, 'Invalid token specified: invalid base64 for part #2'],
    [`h.${part('{nope')}.s`, 'Invalid token specified: invalid json for part #2'],
  ])('%j: %s', (token, text) => {
    expect(() => decodeToken(token)).toThrow(text);
    expect(readToken(token)).toBeUndefined();
  });
});

it.each(['null', '7', '"text"', '[]', '{}', '{"sub":"7"}', '{"sub":"x","exp":1}'])(
  'takes %s for no claims of ours',
  (payload) => expect(readToken(`h.${part(payload)}.s`)).toBeUndefined(),
);

it('is expired from its `exp` on', () => {
  expect([999, 1000, 1001].map((seconds) => isExpired({ exp: 1000 }, seconds * 1000))).toEqual([false, true, true]);
});
