import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { PrintingError, type ReceiptTicket, receiptTicketMachine, type TurnEvent } from './receipt-ticket.machine.ts';

const ticket: ReceiptTicket = { key: '4', number: 'H000004', isCopy: false, order: undefined };

type Hands = { prepare?: () => Promise<number>; write?: (index: number) => Promise<void> };

/** A ticket of three chunks; the test decides when its turn comes. */
function startTicket({ prepare = async () => 3, write = async () => {} }: Hands = {}) {
  const clock = new SimulatedClock();
  const written: { index: number; at: number }[] = [];
  let turn: ((event: TurnEvent) => void) | undefined;
  const machine = receiptTicketMachine.provide({
    actors: {
      prepare: fromPromise<number, { ticket: ReceiptTicket | undefined }>(prepare),
      turn: fromCallback<TurnEvent, { ticket: ReceiptTicket | undefined }>(({ sendBack }) => {
        turn = sendBack;
        return () => {
          turn = undefined;
        };
      }),
      writeChunk: fromPromise<void, { index: number }>(({ input: { index } }) => {
        written.push({ index, at: clock.now() });
        return write(index);
      }),
    },
    actions: { report: () => {} },
  });
  const actor = createActor(machine, { input: { ticket }, clock }).start();
  const output = async () => (await waitFor(actor, ({ status }) => status === 'done')).output;
  return {
    actor,
    clock,
    written,
    output,
    hasTurn: () => turn !== undefined,
    give: (event: TurnEvent) => turn?.(event),
  };
}

async function startInTurn(hands?: Hands) {
  const started = startTicket(hands);
  await waitFor(started.actor, (state) => state.matches({ inTurn: 'waiting' }));
  return started;
}

const pausing = { inTurn: 'pausing' } as const;

it('sends all chunks in their order, each 100 ms after the one before', async () => {
  const { actor, clock, written, output, give } = await startInTurn();
  expect(written).toEqual([]);
  give({ type: 'turn.came' });
  for (const sent of [1, 2]) {
    await waitFor(actor, (state) => state.matches(pausing) && state.context.sent === sent);
    clock.increment(99);
    expect(written).toHaveLength(sent);
    clock.increment(1);
  }
  expect(await output()).toEqual({ end: 'printed' });
  expect(written).toEqual([
    { index: 0, at: 0 },
    { index: 1, at: 100 },
    { index: 2, at: 200 },
  ]);
});

it('keeps its turn until it ends', async () => {
  const { actor, clock, output, hasTurn, give } = await startInTurn({ prepare: async () => 2 });
  give({ type: 'turn.came' });
  await waitFor(actor, (state) => state.matches(pausing));
  expect(hasTurn()).toBe(true);
  clock.increment(100);
  await output();
  expect(hasTurn()).toBe(false);
});

it('sends nothing when another tab has printed it', async () => {
  const { written, output, give } = await startInTurn();
  give({ type: 'turn.void' });
  expect(await output()).toEqual({ end: 'printedElsewhere' });
  expect(written).toEqual([]);
});

it('reports why it could not be prepared', async () => {
  const { output } = startTicket({ prepare: () => Promise.reject(new PrintingError('receipts.notLoaded')) });
  expect(await output()).toEqual({ end: 'failed', problem: { key: 'receipts.notLoaded' } });
});

it('reports no cause for an unexpected error', async () => {
  const { output } = startTicket({ prepare: () => Promise.reject(new TypeError('defect')) });
  expect(await output()).toEqual({ end: 'failed', problem: { key: 'receipts.cannotPrint' } });
});

it('breaks off when a chunk cannot be written', async () => {
  const { actor, clock, written, output, give } = await startInTurn({
    write: (index) => (index === 1 ? Promise.reject(new Error('gone')) : Promise.resolve()),
  });
  give({ type: 'turn.came' });
  await waitFor(actor, (state) => state.matches(pausing));
  clock.increment(100);
  expect(await output()).toEqual({ end: 'brokeOff' });
  expect(written.map(({ index }) => index)).toEqual([0, 1]);
});

it('breaks off when a chunk is not accepted within ten seconds', async () => {
  const { actor, clock, output, give } = await startInTurn({ write: () => new Promise(() => {}) });
  give({ type: 'turn.came' });
  clock.increment(9999);
  expect(actor.getSnapshot().status).toBe('active');
  clock.increment(1);
  expect(await output()).toEqual({ end: 'brokeOff' });
});
