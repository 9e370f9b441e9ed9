import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readTokens } from '../../lib/storage.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { createSessionActor, isSignedIn, type SessionActor } from './session-actor.ts';

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

let stop = () => {};

async function startMachine(session: SessionActor): Promise<void> {
  stop = session.start();
  await session.loaded();
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it('leaves a guest without the machine until the page is idle', async () => {
  stubServer({});
  const session = createSessionActor();
  stop = session.start();
  expect(session.getSnapshot().status).toBe('signedOut');
  session.send({ type: 'connection.restored' });
  await Promise.resolve();
  expect(session.getSnapshot().status).toBe('signedOut');
});

it('loads the profile of a user at once, and sends one request for it', async () => {
  store(mine);
  const calls = stubServer({ [ME]: () => profile });
  const session = createSessionActor();
  expect([session.getSnapshot().status, session.getSnapshot().user]).toEqual(['signedIn', undefined]);
  session.send({ type: 'profile.changed' });
  stop = session.start();
  await vi.waitFor(() => expect(session.getSnapshot().user).toEqual(profile));
  expect(calls).toHaveLength(1);
});

it('logs in before the machine is there', async () => {
  stubServer({ [ME]: () => profile });
  const session = createSessionActor();
  session.send({ type: 'signedIn', tokens: mine });
  expect([isSignedIn(session.getSnapshot()), readTokens(), localStorage.getItem('userId')]).toEqual([true, mine, '7']);
  await startMachine(session);
  await vi.waitFor(() =>
    expect(session.getSnapshot()).toMatchObject({ status: 'signedIn', tokens: mine, user: profile }),
  );
});

it('logs out at once before the machine is there, here and at the server, once', async () => {
  store(mine);
  const calls = stubServer({ [LOGOUT]: () => new Response(null, { status: 204 }) });
  const session = createSessionActor();
  session.send({ type: 'logout' });
  session.send({ type: 'logout' });
  expect([session.getSnapshot().status, readTokens()]).toEqual(['signedOut', undefined]);
  await startMachine(session);
  expect(session.getSnapshot().status).toBe('signedOut');
  expect(calls.map(({ path, body }) => [path, body])).toEqual([['/api/auth/logout', { refreshToken: 'r7' }]]);
});

it('follows a logout of another tab at once, and asks the server nothing for that user', async () => {
  store(mine);
  const calls = stubServer({});
  const session = createSessionActor();
  localStorage.clear();
  session.send({ type: 'stored.changed', tokens: undefined });
  expect(session.getSnapshot()).toMatchObject({ status: 'signedOut', tokens: undefined });
  await startMachine(session);
  expect([session.getSnapshot().status, calls]).toEqual(['signedOut', []]);
});

it('keeps the tokens that another tab stored a moment before the machine starts as a guest’s', async () => {
  stubServer({ [ME]: () => profile });
  const session = createSessionActor();
  store(mine);
  await startMachine(session);
  expect([isSignedIn(session.getSnapshot()), readTokens()]).toEqual([true, mine]);
});

it('renews no session of another user for a call that was refused to the one before', async () => {
  store(mine);
  const calls = stubServer({
    [ME]: () => ({ ...profile, id: 8 }),
    [REFRESH]: () => errorResponse(401, 'unauthenticated', 'No'),
  });
  const session = createSessionActor();
  session.send({ type: 'refused', token: mine.token });
  store(theirs);
  session.send({ type: 'stored.changed', tokens: theirs });
  await startMachine(session);
  await vi.waitFor(() => expect(session.getSnapshot().user).toMatchObject({ id: 8 }));
  expect([readTokens(), calls.map(({ path }) => path)]).toEqual([theirs, ['/api/users/me']]);
});

it('renews once for the calls that were refused before the machine was there', async () => {
  store(mine);
  const fresh = { token: tokenFor({ sub: '7', sid: 'new' }), refreshToken: 'r9' };
  const calls = stubServer({ [ME]: () => profile, [REFRESH]: () => fresh });
  const session = createSessionActor();
  for (let call = 0; call < 3; call++) session.send({ type: 'refused', token: mine.token });
  await startMachine(session);
  await vi.waitFor(() => expect(readTokens()).toEqual(fresh));
  expect(calls.filter(({ path }) => path.endsWith('refresh-token'))).toHaveLength(1);
});

it('does not know who is logged in with an expired token until the machine has renewed it', async () => {
  const old = { token: tokenFor({ sub: '7', exp: 1 }), refreshToken: 'r1' };
  store(old);
  stubServer({ [ME]: () => profile, [REFRESH]: () => mine });
  const session = createSessionActor();
  expect(session.getSnapshot().status).toBe('loading');
  // A token that has not been checked yet must not end a session.
  session.send({ type: 'logout' });
  expect([session.getSnapshot().status, readTokens()]).toEqual(['loading', old]);
  await startMachine(session);
  await vi.waitFor(() => expect(session.getSnapshot()).toMatchObject({ status: 'signedIn', tokens: mine }));
});
