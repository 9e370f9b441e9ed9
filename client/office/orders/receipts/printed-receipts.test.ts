import type { ReceiptTicket, TurnEvent } from '@haat/machines/orders/receipt-ticket.machine';
import { beforeEach, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { sampleOrder } from '../../../test/samples.ts';
import {
  confirmPrint,
  isPrintUnconfirmed,
  isReceiptPrinted,
  markPrintUnconfirmed,
  markReceiptPrinted,
  printerLock,
} from './printed-receipts.ts';

// @vitest-environment node

const WITHIN = { timeout: 15_000 };

const ticket = (key: string, isCopy = false): ReceiptTicket => ({
  key,
  number: `H${key}`,
  isCopy,
  order: sampleOrder(),
});

/** A tab that wants to print the ticket; the locks are the real ones. */
function want(input: ReceiptTicket) {
  const events: string[] = [];
  const machine = createMachine({
    types: { events: {} as TurnEvent },
    invoke: { src: printerLock, input: { ticket: input } },
    on: { '*': { actions: ({ event }) => events.push(event.type) } },
  });
  const tab = createActor(machine).start();
  return { events, leave: () => tab.stop() };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('lets one tab print at a time', async () => {
  const [first, second] = [want(ticket('1')), want(ticket('2'))];
  await vi.waitFor(() => expect(first.events).toEqual(['turn.came']), WITHIN);
  expect(second.events).toEqual([]);
  first.leave();
  await vi.waitFor(() => expect(second.events).toEqual(['turn.came']), WITHIN);
  second.leave();
});

it('skips a receipt that another tab has printed since it was requested', async () => {
  const [first, second] = [want(ticket('3')), want(ticket('3'))];
  await vi.waitFor(() => expect(first.events).toEqual(['turn.came']), WITHIN);
  markReceiptPrinted('3');
  first.leave();
  await vi.waitFor(() => expect(second.events).toEqual(['turn.void']), WITHIN);
  second.leave();
});

it('prints a copy of a printed receipt', async () => {
  const first = want(ticket('4'));
  await vi.waitFor(() => expect(first.events).toEqual(['turn.came']), WITHIN);
  first.leave();
  const copy = want(ticket('4', true));
  await vi.waitFor(() => expect(copy.events).toEqual(['turn.came']), WITHIN);
  copy.leave();
});

it('asks whether the print dialog has printed before the next receipt is a copy', () => {
  markPrintUnconfirmed('5');
  expect([isPrintUnconfirmed('5'), isReceiptPrinted('5')]).toEqual([true, false]);
  confirmPrint('5', false);
  expect([isPrintUnconfirmed('5'), isReceiptPrinted('5')]).toEqual([false, false]);
  markPrintUnconfirmed('5');
  confirmPrint('5', true);
  expect([isPrintUnconfirmed('5'), isReceiptPrinted('5')]).toEqual([false, true]);
});

it('prints any number of test pages', async () => {
  for (const number of ['once', 'twice']) {
    const turn = want({ ...ticket('test'), number, order: undefined });
    await vi.waitFor(() => expect(turn.events).toEqual(['turn.came']), WITHIN);
    turn.leave();
  }
  expect(isReceiptPrinted('test')).toBe(false);
});

it('releases a lock that is not acquired yet', async () => {
  const [first, second, third] = [want(ticket('6')), want(ticket('7')), want(ticket('8'))];
  await vi.waitFor(() => expect(first.events).toEqual(['turn.came']), WITHIN);
  second.leave();
  first.leave();
  await vi.waitFor(() => expect(third.events).toEqual(['turn.came']), WITHIN);
  expect(second.events).toEqual([]);
  expect(isReceiptPrinted('7')).toBe(false);
  third.leave();
});
