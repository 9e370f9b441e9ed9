import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type SavedProduct, type SaveProduct, saveProductMachine } from './save-product.machine.ts';

const texts = { failed: 'addProduct.failed', network: 'addProduct.error', done: 'addProduct.done' } as const;
const submitted = { fields: { name: 'Curd' }, files: [], key: 'this-form' };
const current = { id: 4, name: 'Fresh curd' } as ShopProduct;

function start(save: (submitted: SaveProduct) => Promise<SavedProduct>) {
  const [leave, deleteDraft] = [vi.fn(), vi.fn()];
  const saveProduct = vi.fn(save);
  const machine = saveProductMachine.provide({
    actors: { saveProduct: fromPromise<SavedProduct, SaveProduct>(({ input }) => saveProduct(input)) },
    actions: { leave, deleteDraft },
  });
  return { form: createActor(machine, { input: { texts } }).start(), leave, deleteDraft, saveProduct };
}

it('shows that it is saved, and leaves after the alert', async () => {
  const { form, leave, deleteDraft, saveProduct } = start(async () => ({}));
  form.send({ type: 'submitted', ...submitted });
  const saved = await waitFor(form, (state) => state.matches('saved'));
  expect([saved.context.alert, saved.hasTag('done')]).toEqual([{ key: 'addProduct.done' }, true]);
  expect(saveProduct).toHaveBeenCalledWith(submitted);
  expect(deleteDraft).toHaveBeenCalledOnce();
  expect(leave).not.toHaveBeenCalled();
  form.send({ type: 'alert.read' });
  expect(leave).toHaveBeenCalledOnce();
});

it('saves once, however often it is submitted', async () => {
  const { form, saveProduct } = start(async () => ({}));
  for (let times = 0; times < 3; times++) form.send({ type: 'submitted', ...submitted });
  await waitFor(form, (state) => state.matches('saved'));
  form.send({ type: 'submitted', ...submitted });
  expect(saveProduct).toHaveBeenCalledOnce();
});

it.each([
  [
    'a refusal in its own words',
    new RefusedError({ code: 'barcode_taken', text: 'Taken.' }),
    'addProduct.failed',
    'Taken.',
  ],
  ['a refusal without words', new RefusedError({ code: 'internal' }), 'addProduct.failed', undefined],
  ['a lost connection', new TypeError('fetch failed'), 'addProduct.error', undefined],
])('reports %s, and can be retried', async (_, error, key, text) => {
  const { form, saveProduct } = start(() => Promise.reject(error));
  form.send({ type: 'submitted', ...submitted });
  const { context } = await waitFor(form, (state) => state.context.alert !== undefined);
  expect([context.alert?.key, context.alert?.reason?.text]).toEqual([key, text]);
  form.send({ type: 'alert.read' });
  expect(form.getSnapshot().context.alert).toBeUndefined();
  form.send({ type: 'submitted', ...submitted });
  await waitFor(form, (state) => state.context.alert !== undefined);
  expect(saveProduct).toHaveBeenCalledTimes(2);
});

it('shows why it is not sent', () => {
  const { form, saveProduct } = start(async () => ({}));
  form.send({ type: 'refused', key: 'productForm.fillRequired' });
  expect(form.getSnapshot().context.alert).toEqual({ key: 'productForm.fillRequired' });
  expect(saveProduct).not.toHaveBeenCalled();
});

it('shows what another person has saved, and waits for the decision', async () => {
  const { form, deleteDraft } = start(async () => ({ current }));
  form.send({ type: 'submitted', ...submitted });
  const { context } = await waitFor(form, (state) => state.matches('conflicted'));
  expect([context.current, context.alert]).toEqual([current, undefined]);
  expect(deleteDraft).not.toHaveBeenCalled();
  form.send({ type: 'submitted', ...submitted });
  expect(form.getSnapshot().matches('conflicted')).toBe(true);
  form.send({ type: 'conflict.left' });
  expect(form.getSnapshot().matches('editing')).toBe(true);
});

it('saves again after the decision', async () => {
  const answers: SavedProduct[] = [{ current }, {}];
  const { form, saveProduct } = start(async () => answers.shift() ?? {});
  form.send({ type: 'submitted', ...submitted });
  await waitFor(form, (state) => state.matches('conflicted'));
  form.send({ type: 'conflict.left' });
  form.send({ type: 'submitted', fields: { name: 'Curd', version: '2' }, files: [], key: 'this-form' });
  await waitFor(form, (state) => state.matches('saved'));
  expect(saveProduct.mock.calls.at(-1)?.[0].fields).toEqual({ name: 'Curd', version: '2' });
});
