import type { Problem } from '../problem.ts';

/** Why nothing is printed, as a key of the message catalogue. Spec section 8. */
export class PrintingError extends Error {
  override name = 'PrintingError';
  readonly key: string;

  constructor(key: string, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
  }
}

/** The problem for a screen to word; what is no PrintingError is one without a known cause. */
export function problemOfPrinting(error: unknown): Problem {
  return { key: error instanceof PrintingError ? error.key : 'receipts.cannotPrint' };
}
