import { expect, it } from 'vitest';
import { methodsFor } from './payment-methods.ts';

it.each([
  [undefined, ['card', 'upi', 'netbanking', 'wallet']],
  [{ sequence: ['upi'] }, ['upi', 'card', 'netbanking', 'wallet']],
  [
    { blocks: { fast: { instruments: [{ method: 'upi' }] } }, sequence: ['block.fast', 'wallet'] },
    ['upi', 'wallet', 'card', 'netbanking'],
  ],
  [{ sequence: ['upi', 'card'], preferences: { show_default_blocks: false } }, ['upi', 'card']],
  [{ sequence: ['upi'], hide: [{ method: 'card' }] }, ['upi', 'netbanking', 'wallet']],
  [{ sequence: ['cheque'], preferences: { show_default_blocks: false } }, ['card', 'upi', 'netbanking', 'wallet']],
])('%j', (config, methods) => {
  expect(methodsFor(config)).toEqual(methods);
});
