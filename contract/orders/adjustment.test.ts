import { describe, expect, it } from 'vitest';
import {
  amountAfter,
  changeProblem,
  fitsChoice,
  type LineChange,
  noLine,
  orderedGrams,
  type PresentLine,
  refusedOutcome,
  unansweredOutcome,
} from './adjustment.ts';
import { IF_UNAVAILABLE } from './order-terms.ts';

/** Two kilograms for 100 rupees. */
const ONIONS: PresentLine = { quantity: 2, pricePaise: 5_000, amountPaise: 10_000, unit: '1 kg', packedGrams: null };
const leaveOut: LineChange = { kind: 'leave_out' };
const fewer: LineChange = { kind: 'fewer', quantity: 1 };
const more: LineChange = { kind: 'more', quantity: 3 };
const added: LineChange = { kind: 'add', quantity: 1, grams: null, pricePaise: 0, amountPaise: 0 };
const packed = (grams: number, atOldPrice = false): LineChange => ({ kind: 'weight', grams, atOldPrice });
const replaced = (pricePaise: number, atOldPrice = false): LineChange => ({
  kind: 'replace',
  quantity: 2,
  pricePaise,
  atOldPrice,
});

describe('the weight of a line', () => {
  it.each([
    ['1 kg', 2, 2000],
    ['kg', 1, 1000],
    ['500 g', 3, 1500],
    ['100 Gms', 2, 200],
    ['½ किलो', 1, 500],
    ['1.5 kg', 1, 1500],
    ['pack of 250 g', 2, 500],
    ['500 ml', 2, undefined],
    ['dozen', 1, undefined],
    ['0 g', 1, undefined],
    [null, 1, undefined],
  ])('%s, %i of them', (unit, quantity, grams) => expect(orderedGrams({ unit, quantity })).toBe(grams));

  it.each([
    [packed(1900), undefined],
    [packed(4000), undefined],
    [packed(4001), 'too_heavy'],
    [packed(2000), 'same_weight'],
    [fewer, undefined],
    [{ kind: 'fewer', quantity: 2 } as const, 'not_fewer'],
    [{ kind: 'more', quantity: 3 } as const, undefined],
    [{ kind: 'more', quantity: 2 } as const, 'not_more'],
  ])('and whether it can change to %o', (change, problem) => expect(changeProblem(ONIONS, change)).toBe(problem));

  it('is what a weighed line gets more of', () =>
    expect(changeProblem({ ...ONIONS, packedGrams: 1_900 }, { kind: 'more', quantity: 3 })).toBe('by_weight'));

  it('cannot change for what is sold by the piece', () =>
    expect(changeProblem({ ...ONIONS, unit: 'dozen' }, packed(100))).toBe('not_by_weight'));
});

describe('what a line costs afterwards', () => {
  it.each([
    ['left out', leaveOut, 0],
    ['fewer', fewer, 5_000],
    ['more', more, 15_000],
    ['lighter', packed(1_905), 9_525],
    ['heavier', packed(2_100), 10_500],
    ['heavier at the old price', packed(2_100, true), 10_000],
    ['replaced by a cheaper one', replaced(4_500), 9_000],
    ['replaced by a dearer one', replaced(6_000), 12_000],
    ['replaced by a dearer one at the old price', replaced(6_000, true), 10_000],
  ])('%s', (_, change, paise) => expect(amountAfter(ONIONS, change)).toBe(paise));

  it('less of a line at an old price costs less', () => {
    const given = { ...ONIONS, pricePaise: 6_000 };
    expect(amountAfter(given, fewer)).toBe(5_000);
    expect(amountAfter(given, packed(1_000))).toBe(5_000);
  });

  it('a pack that is weighed again costs by its weight', () => {
    const heavy = { ...ONIONS, packedGrams: 2_100, amountPaise: 10_500 };
    expect(amountAfter(heavy, packed(2_000))).toBe(10_000);
  });
});

describe('a change that needs no answer', () => {
  const NEEDS_NONE = {
    call_me: [packed(1_900)],
    replace: [packed(1_900), replaced(5_000), replaced(4_000), replaced(6_000, true)],
    leave_out: [packed(1_900), packed(1_000), leaveOut, fewer],
  };
  const ALL = [leaveOut, fewer, more, added, packed(1_900), packed(1_000), packed(2_100), packed(2_100, true)];
  const REPLACEMENTS = [replaced(5_000), replaced(4_000), replaced(6_000), replaced(6_000, true)];

  it.each(IF_UNAVAILABLE)('is what the customer chose with %s, and costs no more', (choice) => {
    const fitting = [...ALL, ...REPLACEMENTS].filter((change) => fitsChoice(choice, ONIONS, change));
    // A heavier pack at the old price is a present.
    expect(new Set(fitting)).toEqual(new Set([...NEEDS_NONE[choice], packed(2_100, true)]));
  });
});

it('a refused change leaves the item out, unless that was the change, or it would only have cost more', () => {
  expect(refusedOutcome(ONIONS, leaveOut)).toBe('keep');
  expect(refusedOutcome(ONIONS, packed(2_100))).toBe('keep');
  expect(refusedOutcome(ONIONS, packed(1_000))).toBe('leave_out');
  expect(refusedOutcome(ONIONS, fewer)).toBe('leave_out');
  expect(refusedOutcome(ONIONS, replaced(4_000))).toBe('leave_out');
  expect(refusedOutcome(ONIONS, more)).toBe('keep');
});

describe('without an answer', () => {
  it.each(IF_UNAVAILABLE)('nobody pays more who chose %s', (choice) => {
    expect(unansweredOutcome(choice, ONIONS, packed(2_100))).toBe('keep');
    expect(unansweredOutcome(choice, ONIONS, replaced(6_000))).toBe('leave_out');
    expect(unansweredOutcome(choice, ONIONS, more)).toBe('keep');
    // Not even for something that costs nothing.
    expect(unansweredOutcome(choice, noLine(ONIONS), added)).toBe('leave_out');
  });

  it.each(IF_UNAVAILABLE)('what is not there is left out for who chose %s', (choice) => {
    expect(unansweredOutcome(choice, ONIONS, leaveOut)).toBe('apply');
    expect(unansweredOutcome(choice, ONIONS, fewer)).toBe('apply');
  });

  it('something else comes only for who chose that', () => {
    expect(unansweredOutcome('replace', ONIONS, replaced(5_000))).toBe('apply');
    expect(unansweredOutcome('call_me', ONIONS, replaced(5_000))).toBe('leave_out');
    expect(unansweredOutcome('leave_out', ONIONS, replaced(5_000))).toBe('leave_out');
  });
});
