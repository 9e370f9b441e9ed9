import { expect, it } from 'vitest';
import { isRefusal, reasonOf, RefusedError } from './reason.ts';

it('keeps the code and the text of a refusal', () => {
  const reason = { code: 'otp_invalid', text: 'Invalid OTP' } as const;
  expect(reasonOf(new RefusedError(reason))).toEqual(reason);
});

it('takes anything else for a network problem', () => {
  expect([new TypeError('Failed to fetch'), undefined, 'x'].map(reasonOf)).toEqual([
    { code: 'network' },
    { code: 'network' },
    { code: 'network' },
  ]);
});

it('distinguishes a refusal of the session or its permission from everything else', () => {
  const refused = (['unauthenticated', 'forbidden', 'not_found'] as const).map((code) => new RefusedError({ code }));
  expect([...refused, new TypeError('Failed to fetch')].map(isRefusal)).toEqual([true, true, false, false]);
});
