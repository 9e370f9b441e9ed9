import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { type DiscoveryRejection, type Place, shopDiscoveryMachine } from './shop-discovery.machine.ts';

const here: Place = { lat: 12.925, lng: 77.593 };
const shop = { id: 1, slug: 'dairy', name: null, address: null, open_time: null, close_time: null, time_zone: '' };
const failing = () => Promise.reject(new Error('no'));

type Browser = { locate?: () => Promise<Place>; loadShops?: (place: Place) => Promise<unknown> };

function startDiscovery({ locate = async () => here, loadShops = async () => [shop] }: Browser) {
  const actors = {
    locate: fromPromise<Place>(locate),
    loadShops: fromPromise<unknown, Place>(({ input }) => loadShops(input)),
  };
  return createActor(shopDiscoveryMachine.provide({ actors })).start();
}

/** Looks for the device immediately. */
function startLocating(browser: Browser) {
  const discovery = startDiscovery(browser);
  discovery.send({ type: 'locate' });
  return discovery;
}

it('finds the shops nearby', async () => {
  const loadShops = vi.fn(async () => [shop]);
  const discovery = startLocating({ loadShops });
  const { context } = await waitFor(discovery, (state) => state.matches('found'));
  expect(context.shops).toEqual([shop]);
  expect(loadShops).toHaveBeenCalledWith(here);
});

it.each<[string, DiscoveryRejection, Browser]>([
  ['the location is denied', 'place', { locate: failing }],
  ['the shops cannot be fetched', 'answer', { loadShops: failing }],
  ['the answer is no list', 'shops', { loadShops: async () => ({ shops: [shop] }) }],
  ['the list is empty', 'shops', { loadShops: async () => [] }],
])('falls back when %s, and names the rejection: %s', async (_, rejection, browser) => {
  const discovery = startLocating(browser);
  const { value, context } = await waitFor(discovery, (state) => !state.hasTag('busy'));
  expect(value).toBe('fallback');
  expect(context).toMatchObject({ shops: [], rejection });
});

it('clears the rejection with the next search', async () => {
  const locate = vi.fn(async () => here).mockRejectedValueOnce(new Error('denied'));
  const discovery = startLocating({ locate });
  await waitFor(discovery, (state) => state.matches('fallback'));
  discovery.send({ type: 'locate' });
  expect(discovery.getSnapshot().context.rejection).toBeUndefined();
  await waitFor(discovery, (state) => state.matches('found'));
});

it('loads the shops around a place that is known, also instead of one that is being looked up', async () => {
  const loadShops = vi.fn(async () => [shop]);
  const discovery = startLocating({ locate: () => new Promise(() => {}), loadShops });
  const home: Place = { lat: 12.94, lng: 77.61 };
  discovery.send({ type: 'placed', place: home });
  const { context } = await waitFor(discovery, (state) => state.matches('found'));
  expect(context).toMatchObject({ place: home, shops: [shop] });
  expect(loadShops.mock.calls).toEqual([[home]]);
});

it('keeps the shops that were found when the device cannot be located', async () => {
  const discovery = startDiscovery({ locate: failing });
  discovery.send({ type: 'placed', place: here });
  await waitFor(discovery, (state) => state.matches('found'));
  discovery.send({ type: 'locate' });
  const { context } = await waitFor(discovery, (state) => !state.hasTag('busy'));
  expect(context).toMatchObject({ place: here, shops: [shop], rejection: 'place' });
});

it('asks for the location only on `locate`', async () => {
  const locate = vi.fn(async () => here);
  const discovery = startDiscovery({ locate });
  expect(discovery.getSnapshot().value).toBe('fallback');
  expect(discovery.getSnapshot().context.rejection).toBeUndefined();
  expect(locate).not.toHaveBeenCalled();
  discovery.send({ type: 'locate' });
  await waitFor(discovery, (state) => state.matches('found'));
});
