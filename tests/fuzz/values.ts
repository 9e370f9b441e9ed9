import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';

// Values for fuzzing: values that a schema of the contract accepts, values that are wrong in one place, and hostile ones.

/** What programs of all kinds have failed over. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '1.5',
  '1e9',
  '1e400',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  '١',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\u202e',
  '\ufeff',
  'Z͑ͫ̓ͪ̂ͫ̽',
  '👩‍👩‍👧',
  'İ',
  'ß',
  '\r\nX-Injected: 1',
  '\t',
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  '"',
  '\\',
  '$1',
  '$$',
  ':id',
  '?',
  '%',
  '_',
  '../../etc/passwd',
  '..\\..\\boot.ini',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '${7*7}',
  '{{7*7}}',
  '=1+1',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.001Z',
  'a@b',
  `${'a'.repeat(250)}@haat.example`,
  'x'.repeat(2_000),
  '€'.repeat(700),
];

const HOSTILE_VALUES: unknown[] = [
  ...HOSTILE_TEXTS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.005,
  1e-320,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  { id: {} },
  { toString: 1 },
  { length: -1 },
  Object.fromEntries([['__proto__', { isPlatformAdmin: true }]]),
  { constructor: { prototype: { role: 'admin' } } },
  { $gt: '' },
  'x'.repeat(60_000),
  Array.from({ length: 300 }, () => 1),
];

export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  $defs?: Record<string, Schema>;
};

/** Values that the schema describes; rules that JSON schema cannot express may still reject some. */
export function validValue(type: z.ZodType): Arbitrary<unknown> {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  return valueOf(schema, schema.$defs ?? {});
}

function valueOf(schema: Schema, defs: Record<string, Schema>): Arbitrary<unknown> {
  if (schema.$ref) return valueOf(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => valueOf(each, defs)));
  if (schema.allOf) return valueOf(Object.assign({}, ...schema.allOf) as Schema, defs);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, defs);
    case 'array': {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((each) => valueOf(each, defs)));
      const { items, minItems = 0, maxItems = 3 } = schema;
      return fc.array(valueOf(items || {}, defs), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) });
    }
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 20 }), boundaryOf(schema));
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 100_000 }).map((paise) => paise / 100),
        boundaryOf(schema),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return hostileValue;
  }
}

function boundaryOf({ minimum = 0, maximum = 1_000 }: Schema): Arbitrary<number> {
  return fc.constantFrom(minimum, minimum + 1, maximum - 1, maximum);
}

function objectOf(schema: Schema, defs: Record<string, Schema>): Arbitrary<object> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  if (propertyNames && typeof additionalProperties === 'object')
    return fc.dictionary(textOf(propertyNames), valueOf(additionalProperties, defs), { maxKeys: 3 });
  const fields = Object.entries(properties).map(([name, each]) => [name, valueOf(each, defs)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}

const MOBILE = '9876543210';
const FORMATS: Record<string, string[]> = {
  email: ['fuzz@haat.example', 'FUZZ+1@haat.example'],
  date: ['2026-11-20', '2000-01-01', '2199-12-31'],
  'date-time': ['2026-11-20T10:00:00Z', '1970-01-01T00:00:00.000+14:00'],
};

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> {
  const words = FORMATS[format ?? ''];
  if (words) return fc.constantFrom(...words);
  if (pattern !== undefined) return fc.oneof(fromPattern(pattern), fc.constantFrom('1', '2', 'haat', MOBILE, '10:00'));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) });
}

// Look-arounds, which it cannot generate, are rare.
function fromPattern(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 });
  } catch {
    return hostileText;
  }
}

export type Change = { at: number; how: 'replace' | 'remove' | 'add'; value: unknown };

export const change: Arbitrary<Change> = fc.record({
  at: fc.nat(200),
  how: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  value: hostileValue,
});

/** The value with one place of it changed: a field or an item replaced or removed, or an unknown field added. */
export function changed(value: unknown, { at, how, value: other }: Change): unknown {
  const paths = pathsIn(value);
  return changeAt(value, paths[at % paths.length] ?? [], { how, other });
}

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
}

function changeAt(value: unknown, path: Path, by: { how: Change['how']; other: unknown }): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    if (by.how !== 'add' || typeof value !== 'object' || value === null || Array.isArray(value)) return by.other;
    return Object.fromEntries([...Object.entries(value), [typeof by.other === 'string' ? by.other : '__proto__', 1]]);
  }
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === name ? changeAt(each, rest, by) : each));
  const entries = Object.entries(value as object);
  if (by.how === 'remove' && rest.length === 0) return Object.fromEntries(entries.filter(([each]) => each !== name));
  return Object.fromEntries(
    entries.map(([each, inner]) => [each, each === name ? changeAt(inner, rest, by) : (inner as unknown)]),
  );
}
