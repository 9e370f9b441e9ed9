import { expect, it } from 'vitest';
import { readNewShop } from './new-shop-options.ts';

const ALL = ['--name', 'Green Leaf', '--slug', 'green-leaf', '--admin', 'Owner@Example.com'];
const read = (...args: string[]) => readNewShop(args, false);

it('takes a shop from flags', async () => {
  expect(await read(...ALL, '--minimum', '99.50', '--trade', 'Tea')).toEqual({
    fields: {
      name: 'Green Leaf',
      slug: 'green-leaf',
      admin_email: 'owner@example.com',
      address: null,
      trade: 'Tea',
      minordervalue: 99.5,
    },
    isPlatform: false,
  });
});

it('makes the slug of the name when none is given, and the platform of a shop when asked', async () => {
  const { fields, isPlatform } = await read('--name', 'Green Leaf', '--admin', 'a@b.in', '--platform');
  expect([fields.slug, fields.minordervalue, isPlatform]).toEqual(['green-leaf', null, true]);
});

it.each([
  [[], ['--name', '--slug', '--admin']],
  [[...ALL, '--slug', 'Green'], ['--slug must consist of lowercase letters']],
  [[...ALL, '--slug', 'carts'], ['--slug is reserved']],
  [[...ALL, '--admin', 'nobody'], ['--admin must be an email address']],
  [[...ALL, '--minimum', '1e3'], ['--minimum']],
  [[...ALL, '--colour', 'red'], ["Unknown option '--colour'"]],
])('of %j says what is wrong', async (args, said) => {
  const problem = await read(...args).then(
    () => new Error('Nothing was wrong'),
    (error: Error) => error,
  );
  for (const words of said) expect(problem.message).toContain(words);
});
