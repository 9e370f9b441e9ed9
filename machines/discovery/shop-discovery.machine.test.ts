import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, it, vi } from 'vitest';
import { shopDiscoveryMachine, type Place } from './shop-discovery.machine.ts';

const here: Place = { lat: 12.925, lng: 77.593 };
const shop = { id: 1, slug: 'dairy', name: null, address: null, open_time: null, close_time: null, time_zone: '' };
const failing = () => Promise.reject(new Error('no'));

type Browser = { locate?: () => Promise<Place>; loadShops?: (place: Place) => Promise<unknown>; mayLocate?: boolean };

function startDiscovery({ locate = async () => here, loadShops = async () => [shop], mayLocate = true }: Browser) {
  const actors = {
    locate: fromPromise<Place>(locate),
    loadShops: fromPromise<unknown, Place>(({ input }) => loadShops(input)),
  };
  return createActor(shopDiscoveryMachine.provide({ actors }), { input: { mayLocate } }).start();
}

it('finds the shops around the place', async () => {
  const loadShops = vi.fn(async () => [shop]);
  const discovery = startDiscovery({ loadShops });
  const { context } = await waitFor(discovery, (state) => state.matches('found'));
  expect(context.shops).toEqual([shop]);
  expect(loadShops).toHaveBeenCalledWith(here);
});

it.each<[string, Browser]>([
  ['the location is denied', { locate: failing }],
  ['the shops cannot be fetched', { loadShops: failing }],
  ['the answer is no list', { loadShops: async () => ({ shops: [shop] }) }],
  ['the list is empty', { loadShops: async () => [] }],
])('falls back when %s', async (_, browser) => {
  const discovery = startDiscovery(browser);
  const { value, context } = await waitFor(discovery, (state) => !state.hasTag('busy'));
  expect(value).toBe('fallback');
  expect(context.shops).toEqual([]);
});

it('does not ask for the location by itself, but when it is told to', async () => {
  const locate = vi.fn(async () => here);
  const discovery = startDiscovery({ locate, mayLocate: false });
  expect(discovery.getSnapshot().value).toBe('fallback');
  expect(locate).not.toHaveBeenCalled();
  discovery.send({ type: 'locate' });
  await waitFor(discovery, (state) => state.matches('found'));
});
