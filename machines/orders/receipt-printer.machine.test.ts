import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate';
import {
  type ChoiceInput,
  type ConnectionEvent,
  type Printer,
  type PrinterInput,
  receiptPrinterMachine,
} from './receipt-printer.machine.ts';
import { PrintingError, type ReceiptTicket, receiptTicketMachine } from './receipt-ticket.machine.ts';

type TicketInput = { ticket: ReceiptTicket | undefined };
type Hands = {
  known?: Printer | undefined;
  choose?: (input: ChoiceInput) => Promise<Printer | undefined>;
  prepare?: () => Promise<number>;
  write?: (index: number) => Promise<void>;
  isPrintedElsewhere?: boolean;
};

const printer: Printer = { id: 'p1', name: 'MPT-II' };
const ticket = (id: number): ReceiptTicket => ({ key: `${id}`, number: `H${id}`, isCopy: false, order: undefined });
const nowhere = () => new Promise<never>(() => {});

/** A printer whose connection the test controls; its tickets are sent in two chunks. */
function startPrinter(hands: Hands = {}) {
  const { choose = async () => printer, prepare = async () => 2, write = async () => {} } = hands;
  const clock = new SimulatedClock();
  const asked: ChoiceInput[] = [];
  const written: string[] = [];
  const emitted: string[] = [];
  let report: ((event: ConnectionEvent) => void) | undefined;
  let connections = 0;
  let current: ReceiptTicket | undefined;
  const printTicket = receiptTicketMachine.provide({
    actors: {
      prepare: fromPromise<number, TicketInput>(prepare),
      turn: fromCallback<{ type: 'turn.came' } | { type: 'turn.void' }, TicketInput>(({ input, sendBack }) => {
        current = input.ticket;
        sendBack({ type: hands.isPrintedElsewhere ? 'turn.void' : 'turn.came' });
      }),
      writeChunk: fromPromise<void, { index: number }>(({ input: { index } }) => {
        written.push(`${current?.number}${current?.isCopy ? ' copy' : ''} ${index}`);
        return write(index);
      }),
    },
  });
  const machine = receiptPrinterMachine.provide({
    actors: {
      choosePrinter: fromPromise<Printer | undefined, ChoiceInput>(({ input }) => {
        asked.push(input);
        return choose(input);
      }),
      connection: fromCallback<ConnectionEvent, PrinterInput>(({ sendBack }) => {
        connections += 1;
        report = sendBack;
        return () => {
          report = undefined;
        };
      }),
      printTicket,
    },
  });
  const actor = createActor(machine, { input: { printer: 'known' in hands ? hands.known : printer }, clock });
  actor.on('*', (event) => emitted.push(`${event.type} ${event.ticket?.number}`));
  actor.start();
  const until = (reached: (state: SnapshotFrom<typeof machine>) => boolean) => waitFor(actor, reached);
  return {
    actor,
    clock,
    asked,
    written,
    emitted,
    until,
    isConnected: () => report !== undefined,
    connections: () => connections,
    report: (event: ConnectionEvent) => report?.(event),
    print: (id: number) => actor.send({ type: 'print.asked', ticket: ticket(id) }),
    numbers: () => actor.getSnapshot().context.queue.map(({ number }) => number),
  };
}

type Started = ReturnType<typeof startPrinter>;

async function connect({ until, report }: Started) {
  await until((state) => state.matches({ reached: 'connecting' }));
  report({ type: 'connection.made' });
}

/** Lets a ticket's first chunk go out, and not the second. */
async function printHalf(started: Started, id: number) {
  started.print(id);
  await connect(started);
  await started.until(({ context }) => context.sent === 1);
}

async function finish({ until, clock }: Started) {
  await until(({ context }) => context.sent === 1);
  clock.increment(100);
}

describe('a receipt', () => {
  it('is printed once, in as many chunks as it has', async () => {
    const started = startPrinter();
    started.print(1);
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 1']);
    expect(started.emitted).toEqual(['printed H1']);
    expect(started.numbers()).toEqual([]);
  });

  it('is not printed twice by a double tap, in any state of the printer', async () => {
    const started = startPrinter();
    started.print(1);
    started.print(1);
    await connect(started);
    started.print(1);
    await started.until(({ context }) => context.sent === 1);
    started.print(1);
    started.clock.increment(100);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 1']);
  });

  it('waits for the one before, on the same connection', async () => {
    const started = startPrinter();
    started.print(1);
    started.print(2);
    await connect(started);
    await finish(started);
    await started.until(({ context }) => context.queue.length === 1);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 1', 'H2 0', 'H2 1']);
    expect(started.connections()).toBe(1);
  });

  it('that another tab has printed is reported and not printed', async () => {
    const started = startPrinter({ isPrintedElsewhere: true });
    started.print(1);
    await connect(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.emitted).toEqual(['printedElsewhere H1']);
    expect(started.written).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  it('half-way asks before anything is printed again, and then prints all of it as a copy', async () => {
    const started = startPrinter();
    await printHalf(started, 1);
    started.report({ type: 'connection.lost' });
    expect(started.actor.getSnapshot().value).toBe('halfPrinted');
    started.clock.increment(600_000);
    expect(started.written).toEqual(['H1 0']);

    started.actor.send({ type: 'again' });
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 copy 0', 'H1 copy 1']);
  });

  it('half-way continues with the next receipt when this one is skipped', async () => {
    const started = startPrinter();
    await printHalf(started, 1);
    started.print(2);
    started.report({ type: 'connection.lost' });
    started.actor.send({ type: 'skipped' });
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H2 0', 'H2 1']);
  });

  it('is idle when the only receipt is skipped', async () => {
    const started = startPrinter();
    await printHalf(started, 1);
    started.report({ type: 'connection.lost' });
    started.actor.send({ type: 'skipped' });
    expect(started.actor.getSnapshot().value).toBe('idle');
    expect(started.numbers()).toEqual([]);
  });

  it('in the middle of a chunk counts as half-way, too', async () => {
    const started = startPrinter({ write: nowhere });
    started.print(1);
    await connect(started);
    await started.until((state) => state.matches({ reached: { printing: 'sending' } }));
    started.report({ type: 'connection.lost' });
    expect(started.actor.getSnapshot().value).toBe('halfPrinted');
  });

  it('before the first byte is retried automatically, without a copy', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const started = startPrinter({ prepare: () => promise });
    started.print(1);
    await connect(started);
    await started.until((state) => state.matches({ reached: 'printing' }));
    started.report({ type: 'connection.lost' });
    expect(started.actor.getSnapshot().value).toBe('unreached');
    resolve(2);
    started.clock.increment(1000);
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 1']);
  });

  it('fails after three attempts; the receipt waits for the user', async () => {
    const started = startPrinter();
    started.print(1);
    for (const wait of [1000, 3000, 0]) {
      await started.until((state) => state.matches({ reached: 'connecting' }));
      started.report({ type: 'connection.lost' });
      started.clock.increment(wait);
    }
    const { value, context } = started.actor.getSnapshot();
    expect([value, context.problem]).toEqual(['failed', { key: 'receipts.unreachable' }]);
    expect(started.connections()).toBe(3);
    started.actor.send({ type: 'dismissed' });
    expect(started.numbers()).toEqual(['H1']);

    started.actor.send({ type: 'retry' });
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    expect(started.written).toEqual(['H1 0', 'H1 1']);
  });

  it('and hangs is retried after 20 seconds', async () => {
    const started = startPrinter();
    started.print(1);
    await started.until((state) => state.matches({ reached: 'connecting' }));
    started.clock.increment(20_000);
    expect(started.actor.getSnapshot().value).toBe('unreached');
  });

  it('while nothing is printed is not reported', async () => {
    const started = startPrinter();
    started.actor.send({ type: 'printer.asked' });
    await connect(started);
    started.report({ type: 'connection.lost' });
    expect(started.actor.getSnapshot().value).toBe('idle');
  });
});

describe('the choice of a printer', () => {
  it('is requested again only on demand when one is known', async () => {
    const started = startPrinter();
    started.print(1);
    await connect(started);
    await finish(started);
    await started.until((state) => state.matches({ reached: 'ready' }));
    started.actor.send({ type: 'printer.asked' });
    expect(started.asked).toEqual([{ known: printer }, { known: undefined }]);
  });

  it('may end without one; the receipts wait and can be discarded', async () => {
    const started = startPrinter({ known: undefined, choose: async () => undefined });
    started.print(1);
    await started.until((state) => state.matches('idle'));
    expect(started.numbers()).toEqual(['H1']);
    started.actor.send({ type: 'discarded' });
    expect(started.numbers()).toEqual([]);
  });

  it.each(['receipts.noBluetooth', 'receipts.bluetoothOff'] as const)(
    'reports why it cannot connect: %s',
    async (key) => {
      const started = startPrinter({ known: undefined, choose: () => Promise.reject(new PrintingError(key)) });
      started.actor.send({ type: 'printer.asked' });
      await started.until((state) => state.matches('failed'));
      expect(started.actor.getSnapshot().context.problem).toEqual({ key });
    },
  );

  it('reports at once a device that cannot print', async () => {
    const started = startPrinter();
    started.actor.send({ type: 'printer.asked' });
    await started.until((state) => state.matches({ reached: 'connecting' }));
    started.report({ type: 'connection.failed', problem: { key: 'receipts.notWritable' } });
    const { value, context } = started.actor.getSnapshot();
    expect([value, context.problem]).toEqual(['failed', { key: 'receipts.notWritable' }]);
  });

  it('can be forgotten', async () => {
    const started = startPrinter();
    started.actor.send({ type: 'printer.forgotten' });
    expect(started.actor.getSnapshot().context.printer).toBeUndefined();
  });
});

it('releases the printer after half a minute without work', async () => {
  const started = startPrinter();
  started.actor.send({ type: 'printer.asked' });
  await connect(started);
  started.clock.increment(29_999);
  expect(started.isConnected()).toBe(true);
  started.clock.increment(1);
  expect(started.isConnected()).toBe(false);
});

it('reports why a receipt could not be prepared, and keeps it in the queue', async () => {
  const started = startPrinter({ prepare: () => Promise.reject(new PrintingError('receipts.notLoaded')) });
  started.print(1);
  await connect(started);
  await started.until((state) => state.matches('failed'));
  expect(started.actor.getSnapshot().context.problem).toEqual({ key: 'receipts.notLoaded' });
  expect(started.numbers()).toEqual(['H1']);
});
