import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PlaceRequest } from './PlaceRequest.tsx';

const MYSURU = { lat: 12.2958, lng: 76.6394 };
const PATH = '/api/users/me/place-request';
const open = () => renderScreen(<PlaceRequest place={MYSURU} />, { path: '*', at: '/haat/dashboard' });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('leads a guest to the login', async () => {
  stubServer({});
  open();
  const link = await screen.findByRole('link', { name: 'Log in to be told when a shop delivers here' });
  expect(link.getAttribute('href')).toBe('/haat/login');
});

it('remembers the place of a user in another city than before, and forgets it again', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const state: { place: { latitude: number; longitude: number } | null } = {
    place: { latitude: 28.6, longitude: 77.2 },
  };
  const calls = stubServer({
    [`GET ${PATH}`]: () => state,
    [`PUT ${PATH}`]: ({ body }) => {
      state.place = body as { latitude: number; longitude: number };
      return new Response(null, { status: 204 });
    },
    [`DELETE ${PATH}`]: () => {
      state.place = null;
      return new Response(null, { status: 204 });
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when a shop delivers here' }));
  await screen.findByText('We will tell you when a shop delivers here.');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ latitude: 12.2958, longitude: 76.6394 });
  await userEvent.click(screen.getByRole('button', { name: 'Do not tell me' }));
  await screen.findByRole('button', { name: 'Tell me when a shop delivers here' });
  expect(state.place).toBeNull();
});
