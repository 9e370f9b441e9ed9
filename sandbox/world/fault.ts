import * as z from 'zod';

/** What goes wrong with the next calls of a provider's API. */
export const faultSchema = z.object({
  provider: z.enum(['stripe', 'razorpay']),
  method: z.enum(['GET', 'POST']).optional(),
  /** A part of the path, e.g. "/refund". */
  path: z.string().default('/'),
  /** How many calls it meets. */
  times: z.number().int().min(1).default(1),
  delayMs: z.number().int().min(0).default(0),
  /** Answer this status instead of doing anything; Stripe stores those from 500 for the key, as the real one does. */
  status: z.number().int().min(400).max(599).optional(),
  /** Answer the 502 page of a proxy. */
  html: z.boolean().default(false),
  /** Break the connection before anything happened, or after everything did. */
  reset: z.enum(['before', 'after']).optional(),
});

export type Fault = z.infer<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** The faults still to come; each is used up by the calls it meets. */
export class Faults {
  #waiting: Fault[] = [];

  add(fault: FaultInput): void {
    this.#waiting.push(faultSchema.parse(fault));
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault that this call meets, if any. */
  take(provider: Fault['provider'], method: string, path: string): Fault | undefined {
    const fault = this.#waiting.find(
      (one) => one.provider === provider && (!one.method || one.method === method) && path.includes(one.path),
    );
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((one) => one !== fault);
    return fault;
  }
}
