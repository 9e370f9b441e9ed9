import type * as z from 'zod';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { useFocusOnFirst } from './Field.tsx';

/** What the contract demands of a field of a request's body, as far as a browser can know it. */
export type InputRule = {
  type?: 'string' | 'number' | 'integer';
  isRequired?: true;
  isNullable?: true;
  min?: number;
  /** The maximum of a number, or the maximum length of a text. */
  max?: number;
  pattern?: string;
};

type Rules<Field extends PropertyKey = string> = Partial<Record<Field, InputRule>>;

/** The rules of a body. In the browser, the schema of a body is only its rules (see `contract-calls.ts`). */
export const rulesOf = <Schema extends z.ZodType>(body: Schema) => body as unknown as Rules<keyof z.input<Schema>>;

/** A body as it is typed: numbers, too, are texts. */
export type ValuesOf<Body> = { [Field in keyof Body]-?: NonNullable<Body[Field]> extends boolean ? boolean : string };

/** The initial values of a form: the stored ones, without missing fields; all are empty if nothing is stored. */
export function valuesOf<Schema extends z.ZodType>(body: Schema, stored?: object): ValuesOf<z.input<Schema>> {
  const values = Object.keys(rulesOf(body)).flatMap((name) => {
    const value = stored ? (stored as Record<string, string | number | boolean | null | undefined>)[name] : null;
    return value === undefined ? [] : [[name, typeof value === 'boolean' ? value : String(value ?? '')]];
  });
  return Object.fromEntries(values) as ValuesOf<z.input<Schema>>;
}

export type Problems<Values> = { [Field in keyof Values]?: TextId };

type Checks<Values extends object, Schema extends z.ZodType> = {
  /** The body that the form fills: its limits apply to the fields of the same name. */
  body: Schema;
  /** How a field reads that breaks a rule of the body. */
  texts?: Problems<Values>;
  /** Further problems, of what the rules of a body do not express. */
  check?: (values: Values) => Problems<Values>;
};

type Options<Values extends object, Schema extends z.ZodType> = Checks<Values, Schema> & {
  initial: Values;
  /** Sends the form when it has no problem. */
  send: (body: z.input<Schema>, values: Values) => void;
};

/**
 * The state of a form as typed: texts, and whatever else its screen keeps. `reset` takes the stored values as the initial ones.
 */
export function useForm<Values extends object, Schema extends z.ZodType>(options: Options<Values, Schema>) {
  const { body, send } = options;
  const t = useText();
  const rules = rulesOf(body) as Rules;
  const [initial, setInitial] = useState(options.initial);
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<Values>>({});
  const ref = useFocusOnFirst(problems);
  const change = (changes: Partial<Values>) => setValues((now) => ({ ...now, ...changes }));
  const reset = (to: Values = initial) => {
    setInitial(to);
    setValues(to);
    setProblems({});
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(options, values);
    setProblems(found);
    if (Object.keys(found).length === 0) send(bodyOf(rules, values) as z.input<Schema>, values);
  };
  /** A field's value, problem, limits and change, for `Field` and its kin. */
  const field = (name: keyof Values & string) => {
    const rule = rules[name];
    const problem = problems[name];
    return {
      name,
      value: String(values[name] ?? ''),
      problem: problem && t(problem),
      onChange: ({ target }: ChangeEvent<{ value: string }>) =>
        change({ [name]: target.value } as unknown as Partial<Values>),
      ...(rule?.isRequired && !rule.isNullable && { required: true }),
      ...(rule?.type === 'string' && rule.max !== undefined && { maxLength: rule.max }),
    };
  };
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial);
  return { values, problems, isDirty, change, reset, field, bind: { ref, onSubmit, noValidate: true } as const };
}

/** Why a form cannot be sent, by field. */
export function problemsOf<Values extends object, Schema extends z.ZodType>(
  { body, texts = {}, check }: Checks<Values, Schema>,
  values: Values,
): Problems<Values> {
  const rules = rulesOf(body) as Rules;
  const broken = Object.entries(texts).filter(([name]) => {
    const rule = rules[name];
    return rule && !isAllowed((values as Record<string, unknown>)[name], rule);
  });
  return { ...(Object.fromEntries(broken) as Problems<Values>), ...check?.(values) };
}

// No exponents, no thousands separators, ASCII digits only.
const PLAIN_NUMBER = /^-?\d{1,12}(\.\d{1,12})?$/;

/** Whether the body accepts the typed value. */
function isAllowed(value: unknown, { type, isRequired, isNullable, min, max, pattern }: InputRule): boolean {
  if (typeof value !== 'string') return true;
  const text = value.trim();
  if (text === '') return !isRequired || isNullable === true;
  if (type === 'number' || type === 'integer') {
    const number = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
    return (
      number >= (min ?? -Infinity) && number <= (max ?? Infinity) && (type === 'number' || Number.isInteger(number))
    );
  }
  return text.length <= (max ?? Infinity) && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

/** The body of a request: texts are trimmed, numbers read, an empty field is null where the body takes that, else left out. */
export function bodyOf(rules: Rules, values: object): Record<string, unknown> {
  const sent = Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const rule = rules[name];
    if (!rule) return [];
    if (typeof value !== 'string') return [[name, value]];
    const text = value.trim();
    if (text !== '') return [[name, rule.type === 'number' || rule.type === 'integer' ? Number(text) : text]];
    return rule.isNullable ? [[name, null]] : [];
  });
  return Object.fromEntries(sent) as Record<string, unknown>;
}
