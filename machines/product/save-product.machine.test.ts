import type { ShopProduct } from '@haat/contract/api/products.schema';
import { RefusedError } from '@haat/contract/rules/reason';
import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, it, vi } from 'vitest';
import { saveProductMachine, type SavedProduct, type SaveProduct } from './save-product.machine.ts';

const texts = { failed: 'add.failed', network: 'add.network', done: 'add.done' };
const wanted = { fields: { name: 'Curd' }, picture: undefined, key: 'this-form' };
const current = { id: 4, name: 'Fresh curd' } as ShopProduct;

function start(save: (wanted: SaveProduct) => Promise<SavedProduct>) {
  const [leave, forgetDraft] = [vi.fn(), vi.fn()];
  const saveProduct = vi.fn(save);
  const machine = saveProductMachine.provide({
    actors: { saveProduct: fromPromise<SavedProduct, SaveProduct>(({ input }) => saveProduct(input)) },
    actions: { leave, forgetDraft },
  });
  return { form: createActor(machine, { input: { texts } }).start(), leave, forgetDraft, saveProduct };
}

it('says that it is saved, and leaves when that was read', async () => {
  const { form, leave, forgetDraft, saveProduct } = start(async () => ({}));
  form.send({ type: 'submitted', ...wanted });
  const saved = await waitFor(form, (state) => state.matches('saved'));
  expect([saved.context.alert, saved.hasTag('done')]).toEqual([{ key: 'add.done' }, true]);
  expect(saveProduct).toHaveBeenCalledWith(wanted);
  expect(forgetDraft).toHaveBeenCalledOnce();
  expect(leave).not.toHaveBeenCalled();
  form.send({ type: 'alert.read' });
  expect(leave).toHaveBeenCalledOnce();
});

it('saves once, however often it is submitted', async () => {
  const { form, saveProduct } = start(async () => ({}));
  for (let times = 0; times < 3; times++) form.send({ type: 'submitted', ...wanted });
  await waitFor(form, (state) => state.matches('saved'));
  form.send({ type: 'submitted', ...wanted });
  expect(saveProduct).toHaveBeenCalledOnce();
});

it.each([
  ['a refusal in its own words', new RefusedError({ code: 'barcode_taken', text: 'Taken.' }), 'add.failed', 'Taken.'],
  ['a refusal without words', new RefusedError({ code: 'internal' }), 'add.failed', undefined],
  ['a broken line', new TypeError('fetch failed'), 'add.network', undefined],
])('tells %s, and can be tried again', async (_, error, key, text) => {
  const { form, saveProduct } = start(() => Promise.reject(error));
  form.send({ type: 'submitted', ...wanted });
  const { context } = await waitFor(form, (state) => state.context.alert !== undefined);
  expect([context.alert?.key, context.alert?.reason?.text]).toEqual([key, text]);
  form.send({ type: 'alert.read' });
  expect(form.getSnapshot().context.alert).toBeUndefined();
  form.send({ type: 'submitted', ...wanted });
  await waitFor(form, (state) => state.context.alert !== undefined);
  expect(saveProduct).toHaveBeenCalledTimes(2);
});

it('tells what keeps it from being sent', () => {
  const { form, saveProduct } = start(async () => ({}));
  form.send({ type: 'refused', key: 'form.fill' });
  expect(form.getSnapshot().context.alert).toEqual({ key: 'form.fill' });
  expect(saveProduct).not.toHaveBeenCalled();
});

it('shows what somebody else has saved, and waits for the decision', async () => {
  const { form, forgetDraft } = start(async () => ({ current }));
  form.send({ type: 'submitted', ...wanted });
  const { context } = await waitFor(form, (state) => state.matches('conflicted'));
  expect([context.current, context.alert]).toEqual([current, undefined]);
  expect(forgetDraft).not.toHaveBeenCalled();
  form.send({ type: 'submitted', ...wanted });
  expect(form.getSnapshot().matches('conflicted')).toBe(true);
  form.send({ type: 'conflict.left' });
  expect(form.getSnapshot().matches('editing')).toBe(true);
});

it('saves again after the decision', async () => {
  const answers: SavedProduct[] = [{ current }, {}];
  const { form, saveProduct } = start(async () => answers.shift() ?? {});
  form.send({ type: 'submitted', ...wanted });
  await waitFor(form, (state) => state.matches('conflicted'));
  form.send({ type: 'conflict.left' });
  form.send({ type: 'submitted', fields: { name: 'Curd', version: '2' }, picture: undefined, key: 'this-form' });
  await waitFor(form, (state) => state.matches('saved'));
  expect(saveProduct.mock.calls.at(-1)?.[0].fields).toEqual({ name: 'Curd', version: '2' });
});
