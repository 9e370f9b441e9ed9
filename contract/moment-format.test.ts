import { expect, it } from 'vitest';
import { momentFormat } from './moment-format.ts';

it('writes moments in a zone, in Hindi with the part of the day instead of am and pm', () => {
  const at = new Date('2026-11-22T03:48:00.000Z');
  expect(momentFormat('en', 'date', 'Asia/Kolkata').format(at)).toBe('22 Nov 2026, 9:18 AM');
  expect(momentFormat('hi', 'date', 'Asia/Kolkata').format(at)).toMatch(/^22 नव.* 2026, सुबह 9:18$/);
  expect(momentFormat('hi', 'time', 'Asia/Kolkata').format(at)).toBe('सुबह 9:18');
});
