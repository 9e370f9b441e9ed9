import type { DisplayConfig } from './checkout-options.ts';

export const METHODS = ['card', 'upi', 'netbanking', 'wallet'] as const;

export type Method = (typeof METHODS)[number];

/** The methods in the order that the shop wants: first those of its sequence, then the rest, unless it hides or drops them. */
export function methodsFor({ sequence = [], blocks = {}, hide = [], preferences }: DisplayConfig = {}): Method[] {
  const wanted = sequence.flatMap((entry) => {
    const block = blocks[entry.replace(/^block\./, '')];
    return block ? (block.instruments ?? []).map(({ method }) => method) : [entry];
  });
  const rest = preferences?.show_default_blocks === false ? [] : METHODS;
  const all = [...new Set([...wanted, ...rest])].filter((method) => !hide.some((hidden) => hidden.method === method));
  const known = all.filter((method): method is Method => METHODS.some((one) => one === method));
  return known.length > 0 ? known : [...METHODS];
}
