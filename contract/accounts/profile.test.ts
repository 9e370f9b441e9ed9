import { expect, it } from 'vitest';
import { updateProfileForm } from './users.calls.ts';
import { profileProblems, trimProfile } from './profile.ts';

const good = { name: 'Test Customer', email: 'a@b.in', mobile: '9000000001' };

it.each([
  ['all of it', good, []],
  ['no mobile', { ...good, mobile: ' ' }, []],
  ['blanks around it', { name: ' A ', email: ' a@b.in ', mobile: ' 9000000001 ' }, []],
  ['no name', { ...good, name: '  ' }, ['name']],
  ['a mobile that starts with 5', { ...good, mobile: '5000000001' }, ['mobile']],
  ['nothing at all', { name: '', email: '', mobile: '1' }, ['name', 'email', 'mobile']],
] as const)('says of %s what is wrong', (_, texts, wrong) => expect(profileProblems(texts)).toEqual(wrong));

it.each(['a', 'a@', 'a@b', '@b.in', 'a b@c.in', 'a@b@c.in', 'a@.in', 'a@b.', 'a@b..in'])(
  'takes %j for no email address',
  (email) => expect(profileProblems({ ...good, email })).toEqual(['email']),
);

it.each(['a@b.in', 'first.last+tag@mail.example.co.in', 'é@b.in'])('takes %j for one', (email) =>
  expect(profileProblems({ ...good, email })).toEqual([]),
);

it.each(['', '6000000000', '9999999999', '5999999999', '900000000', '90000000001', 'abcdefghij'])(
  'agrees with the server on the mobile %j',
  (mobile) =>
    expect(profileProblems({ ...good, mobile }).length === 0).toBe(
      updateProfileForm.safeParse({ ...good, mobile }).success,
    ),
);

it('trims', () =>
  expect(trimProfile({ name: ' A ', email: ' a@b.in', mobile: '9 ' })).toEqual({
    name: 'A',
    email: 'a@b.in',
    mobile: '9',
  }));
