import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { editNumberMachine, type SaveNumber } from './edit-number.machine.ts';

function start(save: (request: SaveNumber) => Promise<number>, kind: 'rupees' | 'pieces' = 'pieces') {
  const clock = new SimulatedClock();
  const saveNumber = vi.fn(save);
  const actors = { saveNumber: fromPromise<number, SaveNumber>(({ input }) => saveNumber(input)) };
  const actor = createActor(editNumberMachine.provide({ actors }), { input: { kind, value: 8 }, clock }).start();
  return { actor, clock, saveNumber };
}

const asAsked = async ({ value }: SaveNumber) => value;
const atRest = ({ actor }: ReturnType<typeof start>) => waitFor(actor, (state) => state.matches('resting'));

it('saves what was typed once it is committed, against what was seen', async () => {
  const field = start(asAsked);
  field.actor.send({ type: 'typed', text: '12' });
  expect(field.saveNumber).not.toHaveBeenCalled();
  field.actor.send({ type: 'committed' });
  field.actor.send({ type: 'committed' });
  expect((await atRest(field)).context).toMatchObject({ seen: 12, draft: '12', problem: undefined });
  expect(field.saveNumber.mock.calls).toEqual([[{ value: 12, seen: 8 }]]);
});

it('saves steps together when they come to rest, and never goes below zero', async () => {
  const field = start(asAsked);
  for (let step = 0; step < 10; step += 1) field.actor.send({ type: 'stepped', by: -1 });
  field.clock.increment(599);
  expect(field.saveNumber).not.toHaveBeenCalled();
  field.clock.increment(1);
  await atRest(field);
  expect(field.saveNumber.mock.calls).toEqual([[{ value: 0, seen: 8 }]]);
});

it('saves again what was stepped on while it saved, against what stands then', async () => {
  const first = Promise.withResolvers<number>();
  const field = start(({ value }) => (value === 9 ? first.promise : Promise.resolve(value)));
  field.actor.send({ type: 'stepped', by: 1 });
  field.actor.send({ type: 'committed' });
  field.actor.send({ type: 'stepped', by: 1 });
  first.resolve(9);
  await waitFor(field.actor, (state) => state.matches('stepping'));
  field.clock.increment(600);
  await atRest(field);
  expect(field.saveNumber.mock.calls).toEqual([[{ value: 9, seen: 8 }], [{ value: 10, seen: 9 }]]);
});

it('saves nothing that is unchanged, and keeps an invalid number with its error', () => {
  const field = start(asAsked);
  field.actor.send({ type: 'typed', text: '08' });
  field.actor.send({ type: 'committed' });
  expect(field.actor.getSnapshot()).toMatchObject({ value: 'resting', context: { draft: '8' } });
  field.actor.send({ type: 'typed', text: '1e3' });
  field.actor.send({ type: 'committed' });
  expect(field.actor.getSnapshot()).toMatchObject({
    value: 'typing',
    context: { draft: '1e3', problem: { key: 'productList.no.pieces' } },
  });
  field.actor.send({ type: 'discarded' });
  expect(field.actor.getSnapshot().context).toMatchObject({ draft: '8', problem: undefined });
  expect(field.saveNumber).not.toHaveBeenCalled();
});

it('shows a new value at once while idle, and after the edit while typing', () => {
  const { actor } = start(asAsked);
  actor.send({ type: 'value.changed', value: 7 });
  expect(actor.getSnapshot().context).toMatchObject({ draft: '7', seen: 7 });
  actor.send({ type: 'typed', text: '20' });
  actor.send({ type: 'value.changed', value: 6 });
  expect(actor.getSnapshot().context).toMatchObject({ draft: '20', seen: 7 });
  actor.send({ type: 'discarded' });
  expect(actor.getSnapshot().context).toMatchObject({ draft: '6', seen: 6 });
});

it.each([
  ['another stock meanwhile', new RefusedError({ code: 'stock_changed', text: 'x' }), 'productList.stockChanged'],
  ['another price meanwhile', new RefusedError({ code: 'edit_conflict', text: 'x' }), 'productList.priceChanged'],
  ['a lost connection', new TypeError('fetch failed'), 'productList.networkError'],
  ['any other refusal', new RefusedError({ code: 'invalid_input', text: 'x' }), 'productList.notSaved'],
])('goes back and says why on %s', async (_, error, key) => {
  const field = start(() => Promise.reject(error), 'rupees');
  field.actor.send({ type: 'typed', text: '12.50' });
  field.actor.send({ type: 'committed' });
  expect((await atRest(field)).context).toMatchObject({ draft: '8', problem: { key } });
});

it.each([
  ['0', 0],
  ['80', 80],
  ['0.80', 0.8],
])('asks before it saves a price of %s instead of 8', async (text, value) => {
  const field = start(asAsked, 'rupees');
  const ask = () => {
    field.actor.send({ type: 'typed', text });
    field.actor.send({ type: 'committed' });
    expect(field.actor.getSnapshot().matches('asking')).toBe(true);
  };
  ask();
  field.actor.send({ type: 'committed' });
  expect(field.saveNumber).not.toHaveBeenCalled();
  field.actor.send({ type: 'discarded' });
  expect(field.actor.getSnapshot()).toMatchObject({ value: 'resting', context: { draft: '8' } });
  ask();
  field.actor.send({ type: 'confirmed' });
  await atRest(field);
  expect(field.saveNumber.mock.calls).toEqual([[{ value, seen: 8, isConfirmed: true }]]);
});

it('does not ask about a stock', async () => {
  const field = start(asAsked);
  field.actor.send({ type: 'typed', text: '0' });
  field.actor.send({ type: 'committed' });
  await atRest(field);
  expect(field.saveNumber.mock.calls).toEqual([[{ value: 0, seen: 8 }]]);
});
