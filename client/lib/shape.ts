import type * as z from 'zod';

/**
 * What every value of a type has: a value of the same type for each field that is always there. A list says `[each]`, or
 * `[each, 1]` if it is never empty.
 */
export type Shape<Value> = Value extends readonly (infer Each)[]
  ? readonly [Shape<Each>] | readonly [Shape<Each>, number]
  : Value extends object
    ? { readonly [Field in keyof Value]?: Shape<Value[Field]> }
    : Value;

/**
 * Whether a value has everything that the shape has, of the same types. It may have more. It keeps malformed responses and
 * stored data from the screens; values themselves are validated on the server.
 */
export function hasShape<Value>(value: unknown, shape: Shape<Value>): value is Value;
export function hasShape(value: unknown, shape: unknown): boolean;
export function hasShape(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape)) {
    const [each, least = 0] = shape as [unknown, number?];
    return Array.isArray(value) && value.length >= least && value.every((item) => hasShape(item, each));
  }
  if (typeof value !== typeof shape || value === null) return false;
  if (typeof shape !== 'object' || shape === null) return true;
  return Object.entries(shape).every(([field, each]) => hasShape((value as Record<string, unknown>)[field], each));
}

/** Whether a value is what a schema of the contract describes. In the browser, the schema is only its shape. */
export const matches = <Schema extends z.ZodType>(value: unknown, schema: Schema): value is Schema & z.output<Schema> =>
  hasShape(value, schema as unknown);
