import { describe, expect, it } from 'vitest';
import {
  canCloseSetup,
  countFinished,
  isRequired,
  SETUP_STEPS,
  type SetupState,
  type SetupStep,
} from './setup-steps.ts';

const stepsWith = (states: Partial<Record<SetupStep, SetupState>>) =>
  SETUP_STEPS.map((id) => ({ id, state: states[id] ?? 'open' }));

describe('the list of first steps', () => {
  it('stays until place, phone and products are done', () => {
    expect(canCloseSetup(stepsWith({}))).toBe(false);
    expect(canCloseSetup(stepsWith({ place: 'done', phone: 'done' }))).toBe(false);
    const done = { place: 'done', phone: 'done', products: 'done' } as const;
    expect(canCloseSetup(stepsWith({ ...done, hours: 'done' }))).toBe(true);
    expect(SETUP_STEPS.filter(isRequired)).toEqual(['place', 'phone', 'products']);
  });

  it('stays until the shop has hours or is to be open day and night', () => {
    const done = { place: 'done', phone: 'done', products: 'done' } as const;
    expect(canCloseSetup(stepsWith(done))).toBe(false);
    expect(canCloseSetup(stepsWith({ ...done, hours: 'skipped' }))).toBe(true);
  });

  it('counts what is done and what is not needed', () => {
    expect(countFinished(stepsWith({ place: 'done', poster: 'skipped' }))).toBe(2);
  });
});
