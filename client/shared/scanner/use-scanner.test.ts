import { expect, it } from 'vitest';
import { createScanView } from './use-scanner.ts';

it('scans ten times a second in a box of 250 px, in the given element', () => {
  const view = createScanView(['qr']);
  expect(() => view.get()).toThrow('There is no place for the picture');
  const host = document.createElement('div');
  view.attach(host);
  expect(view.get()).toEqual({ host, formats: ['qr'], fps: 10, box: 250 });
  view.attach(null);
  expect(() => view.get()).toThrow('There is no place for the picture');
});
