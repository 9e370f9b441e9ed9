import { runnerImport, type Plugin } from 'vite';
import * as z from 'zod';
import type { InputRule } from '../../ui/use-form.ts';

const CALLS = /\/contract\/[\w-]+\/[\w-]+\.calls\.ts$/;
const ONE = '?export=';

/**
 * Replaces the calls of `contract` by what a browser needs of them, without zod: the schema of a body, by its name, becomes the
 * rules of its fields (see `client/ui/use-form.ts`), an endpoint becomes its method, path, what it changes and the shape of its output, a schema its shape, and a constant itself. Each export is a
 * module of its own, so that it lands in the chunk that uses it. TypeScript sees the real modules.
 */
export function contractCalls(): Plugin {
  let modules = new Map<string, Promise<Record<string, unknown>>>();
  const importOnce = (file: string) => {
    const known = modules.get(file) ?? runnerImport<Record<string, unknown>>(file).then(({ module }) => module);
    modules.set(file, known);
    return known;
  };
  return {
    name: 'contract-calls',
    enforce: 'pre',
    watchChange: () => void (modules = new Map()),
    async load(id) {
      const [file = '', name] = id.split(ONE);
      if (!CALLS.test(file)) return undefined;
      this.addWatchFile(file);
      const exported = await importOnce(file);
      const code = name ? `export const ${name} = ${lightOf(name, exported[name])};` : reexports(file, exported);
      return { code, map: null, moduleSideEffects: false };
    },
  };
}

function reexports(file: string, exported: Record<string, unknown>): string {
  return Object.entries(exported)
    .filter(([name, value]) => lightOf(name, value) !== undefined)
    .map(([name]) => `export { ${name} } from ${JSON.stringify(`${file}${ONE}${name}`)};`)
    .join('\n');
}

/** The export as source text; undefined for a function, which has no place in a browser. */
function lightOf(name: string, value: unknown): string | undefined {
  if (isSchema(value)) return JSON.stringify(name.endsWith('Body') ? rulesOf(value) : shapeOf(value));
  if (!isEndpoint(value)) return JSON.stringify(value);
  const { method, path, access, changes, output } = value;
  return JSON.stringify({
    method,
    path,
    ...(access === 'public' && { access }),
    ...(changes && { changes }),
    ...(output && { output: shapeOf(output) }),
  });
}

const isSchema = (value: unknown): value is z.ZodType => typeof value === 'object' && value !== null && '_zod' in value;

type Endpoint = { method: string; path: string; access: string; changes?: string[]; output?: z.ZodType };

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}

type Json = z.core.JSONSchema.JSONSchema;

/** A sample of the schema: its required fields, each with a value of its type (see `client/lib/api.ts`). */
export function shapeOf(schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return sampleOf(json, json.$defs ?? {});
}

function sampleOf(json: Json, definitions: Record<string, Json>): unknown {
  if (json.$ref) return sampleOf(definitions[json.$ref.replace('#/$defs/', '')] ?? {}, definitions);
  if (json.const === true) return true;
  if (json.const !== undefined) return sampleOf({ type: typeof json.const } as Json, definitions);
  if (json.type === 'array') {
    const each = sampleOf(json.items as Json, definitions);
    if (each === undefined) return undefined;
    return json.minItems ? [each, json.minItems] : [each];
  }
  if (json.type === 'object') {
    const fields = (json.required ?? []).map((name) => [name, sampleOf(propertyOf(json, name), definitions)] as const);
    return Object.fromEntries(fields.filter(([, sample]) => sample !== undefined));
  }
  // Nullable values and values of several types are not checked.
  return typeof json.type === 'string' ? SAMPLES[json.type] : undefined;
}

const SAMPLES: Record<string, unknown> = { string: '', number: 0, integer: 0, boolean: false };

const propertyOf = ({ properties = {} }: Json, name: string): Json => (properties[name] ?? {}) as Json;

/** The rules of a body's fields, as far as JSON Schema can express them. */
function rulesOf(body: z.ZodType): Record<string, InputRule> {
  const json = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const required = new Set(json.required);
  const rules = Object.keys(json.properties ?? {}).map((name) => [
    name,
    { ...(required.has(name) && { isRequired: true }), ...ruleOf(propertyOf(json, name), json.$defs ?? {}) },
  ]);
  return Object.fromEntries(rules) as Record<string, InputRule>;
}

function ruleOf(json: Json, definitions: Record<string, Json>): InputRule {
  if (json.$ref) return ruleOf(definitions[json.$ref.replace('#/$defs/', '')] ?? {}, definitions);
  const choices = json.anyOf;
  const others = choices?.filter(({ type }) => type !== 'null');
  if (choices && others?.length === 1 && others[0])
    return { ...ruleOf(others[0], definitions), ...(choices.length > 1 && { isNullable: true as const }) };
  const { type, minimum, maximum, maxLength, pattern } = json;
  const min = type === 'string' ? undefined : minimum;
  const max = type === 'string' ? maxLength : maximum;
  return {
    ...(TYPED.has(type) && { type: type as InputRule['type'] & string }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(pattern !== undefined && { pattern }),
  };
}

/** Read from a text field. */
const TYPED = new Set<unknown>(['string', 'number', 'integer']);
