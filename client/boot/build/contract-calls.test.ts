// @vitest-environment node
import { IMPORT_STATES } from '@haat/contract/catalog/imports.calls';
import * as products from '@haat/contract/catalog/products.calls';
import { pauseShop } from '@haat/contract/shops/settings.calls';
import { getShop } from '@haat/contract/shops/shops.calls';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { matches } from '../../lib/api.ts';
import { sampleProduct } from '../../test/samples.ts';
import { shapeOf } from './contract-calls.ts';

it('reduces a call to its method, its path and the shape of its answer', () => {
  expect(getShop).toEqual({
    method: 'get',
    path: '/api/shops/:slug',
    access: 'public',
    output: expect.objectContaining({ id: 0, slug: '', minordervalue: 0, payment_providers: [''] }),
  });
  expect(IMPORT_STATES).toContain('waiting');
  expect(JSON.stringify(products)).not.toContain('zod');
});

it('keeps malformed answers from the screens', () => {
  const { output } = products.listProducts;
  expect(matches([sampleProduct()], output)).toBe(true);
  expect(matches([sampleProduct({ variants: [] })], output)).toBe(false);
  expect(matches([{ ...sampleProduct(), price: '28' }], output)).toBe(false);
  expect(matches({}, output)).toBe(false);
  expect(matches({ paused: true }, pauseShop.output)).toBe(true);
  expect(matches({ success: true }, pauseShop.output)).toBe(false);
});

it.each([
  ['what may be absent', z.object({ id: z.number(), note: z.string().optional() }), { id: 0 }],
  ['what may be null', z.object({ id: z.number(), note: z.string().nullable() }), { id: 0 }],
  ['one of several types', z.object({ value: z.union([z.string(), z.number()]) }), {}],
  [
    'constants and enumerations by their type',
    z.object({ ok: z.literal(true), as: z.enum(['a', 'b']) }),
    { ok: true, as: '' },
  ],
  [
    'booleans that are always there',
    z.object({ paused: z.boolean(), open: z.boolean().optional(), known: z.boolean().nullable() }),
    { paused: false },
  ],
  ['lists that are never empty', z.array(z.object({ id: z.number() })).min(1), [{ id: 0 }, 1]],
  ['schemas with a name', z.object({ item: z.object({ id: z.number() }).meta({ id: 'Item' }) }), { item: { id: 0 } }],
  ['lists of anything', z.object({ all: z.array(z.unknown()) }), {}],
  ['records', z.object({ details: z.record(z.string(), z.unknown()) }), { details: {} }],
])('knows %s', (_, schema, shape) => {
  expect(shapeOf(schema)).toEqual(shape);
});
