import { compileFunction } from 'node:vm';
import { toRupees } from '@haat/contract/rupees';
import * as z from 'zod';

/** Where an answer has another name than the field of the record: most are the specification's. */
const ODD_NAMES = {
  amount: 'paise',
  minordervalue: 'minOrderPaise',
  order_date: 'createdAt',
  order_status: 'status',
  unit_type: 'unit',
} as const;

/**
 * A record of core as the answer of a call. The view, the schema of the answer, names its fields, and they are in its order; each
 * is read from the field of the record of that name in camelCase, for example `customer_name` from `customerName`. A number may
 * also be read from `…Paise`, as rupees, a boolean from `is…`, a text from `…At`, and each from its odd name. Timestamps become
 * ISO texts in UTC. Null of a field that can only be absent is absent. Nothing else of the record gets into the answer.
 */
export function wire<View extends z.ZodObject, Source>(view: View, source: Source): Wired<z.output<View>, Source> {
  const convert = converterOf(view) as Convert;
  return (Array.isArray(source) ? source.map(convert) : convert(source)) as Wired<z.output<View>, Source>;
}

type Wired<View, Source> = Source extends readonly (infer Each)[] ? Wire<View, Each>[] : Wire<View, Source>;

/** The answer that `wire` makes of a record. A field that the record does not have, or has twice, is of no usable type. */
export type Wire<View, Source> = Source extends unknown
  ? { [Name in keyof View]: Field<View[Name], Source, SourceOf<Name & string, View[Name], Source>> }
  : never;

/** The fields of a record that a field of the answer may be read from. */
type SourceOf<Name extends string, View, Source> = Extract<
  keyof Source,
  CamelCase<Name> | OddName<Name> | WithAffix<CamelCase<Name>, NonNullable<View>>
>;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type OddName<Name> = Name extends keyof typeof ODD_NAMES ? (typeof ODD_NAMES)[Name] : never;

type WithAffix<Name extends string, View> = number extends View
  ? `${Name}Paise`
  : boolean extends View
    ? `is${Capitalize<Name>}`
    : string extends View
      ? `${Name}At`
      : never;

type Field<View, Source, Name extends keyof Source> = [Name] extends [never]
  ? { error: 'The record has no such field' }
  : [IsUnion<Name>] extends [true]
    ? { error: 'Several fields of the record have that name'; fields: Name }
    : Value<View, Source[Name]>;

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never;

type Value<View, Given> = Given extends Date
  ? string
  : Given extends null
    ? null extends View
      ? null
      : undefined extends View
        ? undefined
        : null
    : Given extends readonly (infer Each)[]
      ? Value<Element<View>, Each>[]
      : Given extends object
        ? Nested<NonNullable<View>, Given>
        : Given;

type Element<View> = NonNullable<View> extends readonly (infer Each)[] ? Each : unknown;

/** Values that are no objects in the answer, and maps from any names, are passed on. */
type Nested<View, Given> = View extends object ? (string extends keyof View ? Given : Wire<View, Given>) : Given;

type Convert = (value: unknown) => unknown;

/** By schema, each built once; undefined if values are passed on. */
const converters = new WeakMap<z.ZodType, Convert | undefined>();

function converterOf(schema: z.ZodType): Convert | undefined {
  if (!converters.has(schema)) converters.set(schema, createConverter(schema));
  return converters.get(schema);
}

/** Throws TypeError for a schema that answers do not have, such as a union: it cannot tell which member a record is. */
function createConverter(schema: z.ZodType): Convert | undefined {
  if (schema instanceof z.ZodISODateTime) return toIso;
  if (schema instanceof z.ZodObject) return createObjectConverter(schema);
  if (schema instanceof z.ZodArray) return createListConverter(schema.element as z.ZodType);
  if (PASSED_ON.has(schema.type)) return undefined;
  throw new TypeError(`An answer cannot have a schema of type ${schema.type}`);
}

const SCALARS = ['string', 'number', 'boolean', 'enum', 'literal', 'transform'];
const PASSED_ON: ReadonlySet<string> = new Set([...SCALARS, 'tuple', 'record', 'unknown']);

/** Of a Date, or of a timestamp that PostgreSQL has written into JSON. */
const toIso: Convert = (value) => (value instanceof Date ? value : new Date(value as string)).toISOString();

function createListConverter(element: z.ZodType): Convert | undefined {
  const convert = converterOf(unwrap(element).schema);
  return convert && ((list) => (list as unknown[]).map((value) => (value === null ? null : convert(value))));
}

/**
 * Generates a function that reads all fields by their names, for example `(record) => ({ "id": record["id"], … })`. It takes a
 * third of the time of a loop over the fields. All that gets into its code are names of the contract.
 */
function createObjectConverter({ shape }: z.ZodObject): Convert {
  const converts: Convert[] = [];
  const fields = Object.entries(shape).map(([name, outer]) => {
    const { schema, hasNull } = unwrap(outer as z.ZodType);
    const convert = converterOf(schema);
    const reads = sourcesOf(name, schema.type).map((key) => {
      const each = IS_PAISE.test(key) ? inRupees : convert;
      const converted = each ? `converts[${converts.push(each) - 1}](value)` : 'value';
      return `(value = record[${JSON.stringify(key)}]) !== undefined ? (value === null ? ${hasNull ? 'null' : 'undefined'} : ${converted})`;
    });
    return `${JSON.stringify(name)}: ${reads.join(' : ')} : undefined`;
  });
  const code = `return (record) => { let value; return { ${fields.join(', ')} }; };`;
  return compileFunction(code, ['converts'])(converts) as Convert;
}

const IS_PAISE = /paise$/i;
const inRupees = toRupees as Convert;

/** The fields of a record that a field of the answer may be read from. */
function sourcesOf(name: string, type: string): string[] {
  const own = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const odd = (ODD_NAMES as Partial<Record<string, string>>)[name];
  const keys = [own, odd, WITH_AFFIX[type]?.(own)];
  return keys.filter((key) => key !== undefined);
}

const WITH_AFFIX: Partial<Record<string, (name: string) => string>> = {
  number: (name) => `${name}Paise`,
  boolean: (name) => `is${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  string: (name) => `${name}At`,
};

/** The schema of the value if it is neither absent nor null, and whether it may be null. */
function unwrap(schema: z.ZodType, hasNull = false): { schema: z.ZodType; hasNull: boolean } {
  if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodType, true);
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap() as z.ZodType, hasNull);
  if (schema instanceof z.ZodPipe) return unwrap(schema.out as z.ZodType, hasNull);
  return { schema, hasNull };
}
