import * as z from 'zod';
import { Refusal } from '../world/refusal.ts';

const whole = z.coerce.number().int();
const names = z.record(z.string(), z.string()).default({});

const line = z.strictObject({
  quantity: whole.min(1),
  price_data: z.strictObject({
    currency: z.string().transform((code) => code.toLowerCase()),
    unit_amount: whole.min(0),
    product_data: z.strictObject({
      name: z.string().min(1),
      description: z.string().optional(),
      images: z.array(z.string()).optional(),
      metadata: names,
    }),
  }),
});

const address = z.string().regex(/^https?:\/\//, 'Not a valid URL');

const sessionParams = z.strictObject({
  mode: z.literal('payment'),
  success_url: address,
  cancel_url: address.optional(),
  line_items: z.array(line).min(1),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.string().optional(),
  expires_at: whole.optional(),
  locale: z.string().optional(),
  metadata: names,
  payment_intent_data: z.strictObject({ metadata: names, description: z.string().optional() }).optional(),
  payment_method_types: z.array(z.string()).optional(),
  submit_type: z.string().optional(),
});

export type SessionParams = z.infer<typeof sessionParams>;

/** What the call wants; refuses as Stripe does, naming the first parameter that is missing, unknown or wrong. */
export function readSessionParams(form: unknown): SessionParams {
  const result = sessionParams.safeParse(form);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const param = paramName([...(issue?.path ?? []), ...unknown]);
  if (unknown.length > 0)
    throw new Refusal(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  const isMissing = valueAt(form, issue?.path ?? []) === undefined;
  if (isMissing) throw new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw new Refusal(`Invalid ${param}: ${issue?.message}`, { code: 'parameter_invalid', param });
}

const paramName = ([first, ...rest]: PropertyKey[]): string =>
  [String(first), ...rest.map((part) => `[${String(part)}]`)].join('');

function valueAt(form: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], form);
}
