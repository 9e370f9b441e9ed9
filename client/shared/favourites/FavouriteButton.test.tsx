import type { FavouritesView } from '@haat/contract/shops/favourites.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { FavouriteButton } from './FavouriteButton.tsx';
import { readRequestedFavourite, storeRequestedFavourite } from './requested-favourite.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeRequestedFavourite(undefined);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  location.hash = '';
});

const NOTHING: FavouritesView = { shop_ids: [], product_ids: [] };

function show(routes: StubRoutes = {}) {
  const calls = stubServer({ 'GET /api/favourites': () => NOTHING, ...routes });
  const hearts = (
    <>
      <FavouriteButton kind="products" id={12} name="Ghee" />
      <FavouriteButton kind="shops" id={3} name="Malnad Dairy" />
    </>
  );
  renderScreen(hearts, { path: '*', at: '/dairy/products', hasToasts: true });
  return () => calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call.includes('favourites'));
}

const heart = (name: string) => screen.findByRole('button', { name: `Favourite: ${name}` });
const isOn = async (name: string) => (await heart(name)).getAttribute('aria-pressed') === 'true';
const signIn = () => localStorage.setItem('authToken', tokenFor({ sub: '7' }));
const done = () => new Response(null, { status: 204 });

describe('for a logged-in user', () => {
  beforeEach(signIn);

  it('shows what is a favourite, with one request for all hearts', async () => {
    const calls = show({ 'GET /api/favourites': () => ({ shop_ids: [12, 3], product_ids: [] }) });
    await waitFor(async () => expect(await isOn('Malnad Dairy')).toBe(true));
    expect(await isOn('Ghee')).toBe(false);
    expect(calls()).toEqual(['GET /api/favourites']);
  });

  it('adds and removes, in the order of the taps', async () => {
    let answer = () => {};
    const first = new Promise<Response>((resolve) => (answer = () => resolve(done())));
    const calls = show({
      'PUT /api/favourites/products/12': () => first,
      'DELETE /api/favourites/products/12': done,
      'PUT /api/favourites/shops/3': done,
    });
    await waitFor(() => expect(calls()).toEqual(['GET /api/favourites']));
    await userEvent.click(await heart('Ghee'));
    await waitFor(async () => expect(await isOn('Ghee')).toBe(true));
    await userEvent.click(await heart('Ghee'));
    await waitFor(async () => expect(await isOn('Ghee')).toBe(false));
    await userEvent.click(await heart('Malnad Dairy'));
    expect(calls().slice(1)).toEqual(['PUT /api/favourites/products/12']);
    answer();
    await waitFor(() =>
      expect(calls().slice(1)).toEqual([
        'PUT /api/favourites/products/12',
        'DELETE /api/favourites/products/12',
        'PUT /api/favourites/shops/3',
      ]),
    );
    expect([await isOn('Ghee'), await isOn('Malnad Dairy')]).toEqual([false, true]);
  });

  it.each([
    [errorResponse(422, 'favourites_limit_reached', 'Full'), /limit of 500 favourites/],
    [errorResponse(500, 'internal', 'Something went wrong'), 'Your favourites could not be changed. Please try again.'],
  ])('takes back what could not be stored, and says why', async (refusal, text) => {
    const calls = show({ 'PUT /api/favourites/products/12': () => refusal });
    await waitFor(() => expect(calls()).toHaveLength(1));
    await userEvent.click(await heart('Ghee'));
    await screen.findByText(text);
    expect(await isOn('Ghee')).toBe(false);
  });
});

describe('for a guest', () => {
  it('leads to the login, which leads back, and sends nothing', async () => {
    location.hash = '/dairy/products?q=ghee';
    const calls = show();
    await userEvent.click(await heart('Ghee'));
    const back = encodeURIComponent('/dairy/products?q=ghee');
    await waitFor(() => expect(location.hash).toBe(`#/dairy/login?redirect=${back}`));
    expect(readRequestedFavourite()).toEqual({ kind: 'products', id: 12, path: '/dairy/products?q=ghee' });
    expect(await isOn('Ghee')).toBe(false);
    expect(calls()).toEqual([]);
  });

  it('adds the favourite after the login, once', async () => {
    storeRequestedFavourite({ kind: 'products', id: 12, path: '/dairy/products' });
    signIn();
    const stored = new Set<number>();
    const calls = show({
      'PUT /api/favourites/products/12': () => (stored.add(12), done()),
      'GET /api/favourites': () => ({ shop_ids: [], product_ids: [...stored] }),
    });
    await waitFor(async () => expect(await isOn('Ghee')).toBe(true));
    await screen.findByText('Added to your favourites');
    expect(calls()).toEqual(['PUT /api/favourites/products/12', 'GET /api/favourites']);
    expect(readRequestedFavourite()).toBeUndefined();
  });

  it('keeps the favourite for the next time when the server cannot be reached after the login', async () => {
    storeRequestedFavourite({ kind: 'products', id: 12, path: '/dairy/products' });
    signIn();
    show({ 'PUT /api/favourites/products/12': () => Promise.reject(new TypeError('Failed to fetch')) });
    await screen.findByText('Your favourites could not be changed. Please try again.');
    expect(readRequestedFavourite()).toMatchObject({ kind: 'products', id: 12 });
  });

  it('remembers the favourite without storage, too', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Forbidden');
    });
    storeRequestedFavourite({ kind: 'shops', id: 3, path: '/dairy/products' });
    vi.restoreAllMocks();
    expect(readRequestedFavourite()).toEqual({ kind: 'shops', id: 3, path: '/dairy/products' });
  });
});
