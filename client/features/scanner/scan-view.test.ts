import { expect, it } from 'vitest';
import { createScanView } from './scan-view.ts';

// Spec section 9, scanner.
it('looks ten times a second into a box of 250, in the place that it was given', () => {
  const view = createScanView(['qr']);
  expect(() => view.get()).toThrow('There is no place for the picture');
  const host = document.createElement('div');
  view.attach(host);
  expect(view.get()).toEqual({ host, formats: ['qr'], fps: 10, box: 250 });
  view.attach(null);
  expect(() => view.get()).toThrow('There is no place for the picture');
});
