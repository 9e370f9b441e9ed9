import { ENDPOINTS } from '@haat/contract/endpoints';
import { rupees, timestamp } from '@haat/contract/common';
import fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { wire } from './wire.ts';

const saleView = z.object({
  id: z.number(),
  order_status: z.enum(['Pending', 'Delivered']),
  order_date: timestamp,
  customer_name: z.string(),
  total: rupees,
  mrp: rupees.nullable(),
  refunded: rupees.optional(),
  seen: timestamp.nullable(),
  hidden: z.boolean(),
  is_read: z.boolean(),
  lines: z.array(z.object({ item_id: z.number(), price: rupees, at: timestamp })),
  shop: z.object({ name: z.string() }).nullable(),
  details: z.record(z.string(), z.unknown()),
});

const sale = {
  secretCode: '1234',
  id: 7,
  status: 'Pending' as const,
  createdAt: new Date('2026-11-28T10:00:00Z'),
  customerName: 'Asha',
  totalPaise: 4_350,
  mrpPaise: null,
  refundedPaise: null,
  seenAt: null,
  isHidden: true,
  isRead: false,
  lines: [{ at: '2026-11-28T15:30:00.123456+05:30', itemId: 1, pricePaise: 5, costPaise: 3 }],
  shop: { name: 'Malnad Dairy', email: 'owner@example.com' },
  details: { is_Anything: { totalPaise: 1 } },
};

const answer = {
  id: 7,
  order_status: 'Pending',
  order_date: '2026-11-28T10:00:00.000Z',
  customer_name: 'Asha',
  total: 43.5,
  mrp: null,
  seen: null,
  hidden: true,
  is_read: false,
  lines: [{ item_id: 1, price: 0.05, at: '2026-11-28T10:00:00.123Z' }],
  shop: { name: 'Malnad Dairy' },
  details: { is_Anything: { totalPaise: 1 } },
};

it('answers with the fields of the view alone, under its names and in its order', () => {
  expect(JSON.stringify(wire(saleView, sale))).toBe(JSON.stringify(answer));
  expect(saleView.parse(wire(saleView, sale))).toEqual(answer);
  expect(wire(saleView, [sale, { ...sale, shop: null }])).toEqual([answer, { ...answer, shop: null }]);
});

it('has the type of the view if the record has all that it needs', () => {
  expectTypeOf(wire(saleView, sale)).toExtend<z.output<typeof saleView>>();
  expectTypeOf(wire(saleView, [sale])).toExtend<z.output<typeof saleView>[]>();
  const view = z.object({ total: rupees, last_seen: timestamp.optional(), shop: z.object({ name: z.string() }) });
  type View = z.output<typeof view>;
  const shop = { name: 'Malnad Dairy' };
  expectTypeOf(wire(view, { totalPaise: 1, lastSeenAt: new Date(0), shop })).toExtend<View>();
  expectTypeOf(wire(view, { total: 1, lastSeen: undefined, shop })).toExtend<View>();
  // A field is missing, even one that is optional in the answer; null or another type; two of one name; a part is missing.
  expectTypeOf(wire(view, { totalPaise: 1, shop })).not.toExtend<View>();
  expectTypeOf(wire(view, { totalPaise: null, lastSeen: undefined, shop })).not.toExtend<View>();
  expectTypeOf(wire(view, { totalPaise: '1', lastSeen: undefined, shop })).not.toExtend<View>();
  expectTypeOf(wire(view, { totalPaise: 1, total: 1, lastSeen: undefined, shop })).not.toExtend<View>();
  expectTypeOf(wire(view, { totalPaise: 1, lastSeen: undefined, shop: {} })).not.toExtend<View>();
});

it('can map the answer of every call', () => {
  const outputs = ENDPOINTS.flatMap(({ output }) => (output instanceof z.ZodUnion ? output.options : (output ?? [])));
  for (const output of outputs) wire(z.object({ output }), {});
  const view = z.object({ either: z.union([z.object({ a: z.string() }), z.string()]) });
  expect(() => wire(view, { either: 'text' })).toThrow('An answer cannot have a schema of type union');
});

/** A schema, a value of a record, and what the answer should have for it; `affixed`: its name in the record. */
type Example = { schema: z.ZodType; given: unknown; expected: unknown; affixed?: (key: string) => string };

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const passedOn = fc.oneof(
  fc.string().map((given): Example => ({ schema: z.string(), given, expected: given })),
  fc.integer().map((given): Example => ({ schema: z.number(), given, expected: given })),
  fc
    .dictionary(fc.string(), fc.jsonValue())
    .map((given): Example => ({ schema: z.record(z.string(), z.unknown()), given, expected: given })),
  fc.array(fc.nat()).map((given): Example => ({ schema: z.array(z.number()), given, expected: given })),
);
const amount = fc
  .nat()
  .map((given): Example => ({ schema: rupees, given, expected: given / 100, affixed: (key) => `${key}Paise` }));
const flag = fc.boolean().map((given): Example => ({
  schema: z.boolean(),
  given,
  expected: given,
  affixed: (key) => `is${capitalized(key)}`,
}));
const moment = fc
  .tuple(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), fc.boolean())
  .map(([at, isText]): Example => ({
    schema: timestamp,
    given: isText ? at.toISOString().replace('Z', '+00:00') : at,
    expected: at.toISOString(),
    affixed: (key) => `${key}At`,
  }));

const perhapsAffixed = (example: fc.Arbitrary<Example>) =>
  fc.tuple(example, fc.boolean()).map(([{ affixed, ...rest }, isAffixed]): Example => ({
    ...rest,
    ...(isAffixed && affixed && { affixed }),
  }));

const listOf = (example: fc.Arbitrary<Example>) =>
  example.map(({ schema, given, expected }): Example => ({
    schema: z.array(schema.nullable()),
    given: [given, null, given],
    expected: [expected, null, expected],
  }));

/** What a field may be besides its value: absent and null are the same for a field that is only optional. */
const WAYS: ((example: Example) => Example)[] = [
  (example) => example,
  (example) => ({ ...example, schema: example.schema.nullable() }),
  (example) => ({ ...example, schema: example.schema.optional() }),
  (example) => ({ ...example, schema: example.schema.nullable(), given: null, expected: null }),
  (example) => ({ ...example, schema: example.schema.nullish(), given: null, expected: null }),
  (example) => ({ ...example, schema: example.schema.optional(), given: null, expected: undefined }),
  (example) => ({ ...example, schema: example.schema.optional(), given: undefined, expected: undefined }),
];

// Words that are no affixes, so that no two names come from the same field.
const word = fc.stringMatching(/^[b-h]{2,4}$/);
const names = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
  selector: (words) => words.join('_'),
});

const { record } = fc.letrec<{ value: Example; record: Example }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    passedOn,
    amount,
    perhapsAffixed(flag),
    perhapsAffixed(moment),
    listOf(moment),
    tie('record'),
    listOf(tie('record')),
  ),
  record: names.chain((all) =>
    fc.tuple(...all.map((words) => fc.tuple(fc.constant(words), tie('value'), fc.constantFrom(...WAYS)))).map(recordOf),
  ),
}));

/** A record with more fields than its view, in another order. */
function recordOf(parts: [string[], Example, (example: Example) => Example][]): Example {
  const fields = parts.map(([words, value, change]) => {
    const { affixed = (key: string) => key, ...example } = change(value);
    const [first = '', ...others] = words;
    const key = first + others.map(capitalized).join('');
    return { ...example, name: words.join('_'), key: affixed(key) };
  });
  const expected = fields.filter((field) => field.expected !== undefined);
  return {
    schema: z.object(Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))),
    given: {
      secret: 1,
      ...Object.fromEntries(fields.toReversed().map(({ key, given }) => [key, given])),
      moreSecret: {},
    },
    expected: Object.fromEntries(expected.map((field) => [field.name, field.expected])),
  };
}

it('answers as if each field were written by hand', () => {
  fc.assert(
    fc.property(record, ({ schema, given, expected }) => {
      expect(JSON.stringify(wire(schema as z.ZodObject, given))).toBe(JSON.stringify(expected));
    }),
    { numRuns: 1_000 },
  );
});
