import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { readTokens } from '../../lib/storage.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { isSignedIn, storedSession, storedTokens } from './session-actor.ts';

const mine = { token: tokenFor({ sub: '7' }), refreshToken: 'r7' };
const theirs = { token: tokenFor({ sub: '8' }), refreshToken: 'r8' };
const profile = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null };
const ME = 'GET /api/users/me';
const REFRESH = 'POST /api/auth/refresh-token';
const LOGOUT = 'POST /api/auth/logout';

function store({ token, refreshToken }: typeof mine): void {
  localStorage.setItem('authToken', token);
  localStorage.setItem('refreshToken', refreshToken);
}

const create = () => createActor(storedSession, { input: storedTokens() });
let session: ReturnType<typeof create>;
const state = () => session.getSnapshot();

beforeEach(() => localStorage.clear());
afterEach(() => {
  session.stop();
  vi.unstubAllGlobals();
});

it('loads the profile of a user at once, and sends one request for it', async () => {
  store(mine);
  const calls = stubServer({ [ME]: () => profile });
  session = create();
  expect([isSignedIn(state()), state().context.user]).toEqual([true, undefined]);
  session.start();
  await vi.waitFor(() => expect(state().context.user).toEqual(profile));
  expect(calls).toHaveLength(1);
});

it('logs in', async () => {
  stubServer({ [ME]: () => profile });
  session = create().start();
  expect(isSignedIn(state())).toBe(false);
  session.send({ type: 'signedIn', tokens: mine });
  expect([isSignedIn(state()), readTokens(), localStorage.getItem('userId')]).toEqual([true, mine, '7']);
  await vi.waitFor(() => expect(state().context).toMatchObject({ tokens: mine, user: profile }));
});

it('logs out at once, here and at the server, once', async () => {
  store(mine);
  const calls = stubServer({ [LOGOUT]: () => new Response(null, { status: 204 }), [ME]: () => profile });
  session = create().start();
  session.send({ type: 'logout' });
  session.send({ type: 'logout' });
  expect([state().value, readTokens()]).toEqual(['signedOut', undefined]);
  const sent = calls.filter(({ path }) => path !== '/api/users/me');
  expect(sent.map(({ path, body }) => [path, body])).toEqual([['/api/auth/logout', { refreshToken: 'r7' }]]);
});

it('follows a logout of another tab before it starts', () => {
  store(mine);
  stubServer({ [ME]: () => profile });
  session = create();
  localStorage.clear();
  session.send({ type: 'stored.changed', tokens: undefined });
  session.start();
  expect([state().value, state().context.tokens]).toEqual(['signedOut', undefined]);
});

it('keeps the tokens that another tab stored a moment before it starts as a guest’s', async () => {
  stubServer({ [ME]: () => profile });
  session = create();
  store(mine);
  session.start();
  expect(readTokens()).toEqual(mine);
});

it('renews no session of another user for a call that was refused to the one before', async () => {
  store(mine);
  const calls = stubServer({
    [ME]: () => ({ ...profile, id: 8 }),
    [REFRESH]: () => errorResponse(401, 'unauthenticated', 'No'),
  });
  session = create().start();
  store(theirs);
  session.send({ type: 'stored.changed', tokens: theirs });
  session.send({ type: 'refused', token: mine.token });
  await vi.waitFor(() => expect(state().context.user).toMatchObject({ id: 8 }));
  expect([readTokens(), calls.filter(({ path }) => path !== '/api/users/me')]).toEqual([theirs, []]);
});

it('renews once for calls that were refused at the same time', async () => {
  store(mine);
  const fresh = { token: tokenFor({ sub: '7', sid: 'new' }), refreshToken: 'r9' };
  const calls = stubServer({ [ME]: () => profile, [REFRESH]: () => fresh });
  session = create().start();
  for (let call = 0; call < 3; call++) session.send({ type: 'refused', token: mine.token });
  await vi.waitFor(() => expect(readTokens()).toEqual(fresh));
  expect(calls.filter(({ path }) => path.endsWith('refresh-token'))).toHaveLength(1);
});

it('does not know who is logged in with an expired token until it is renewed', async () => {
  const old = { token: tokenFor({ sub: '7', exp: 1 }), refreshToken: 'r1' };
  store(old);
  stubServer({ [ME]: () => profile, [REFRESH]: () => mine });
  session = create().start();
  expect(state().hasTag('known')).toBe(false);
  // A token that has not been checked yet must not end a session.
  session.send({ type: 'logout' });
  expect([state().hasTag('known'), readTokens()]).toEqual([false, old]);
  await vi.waitFor(() => expect([isSignedIn(state()), readTokens()]).toEqual([true, mine]));
});
