import type { UserView } from '@haat/contract/accounts/users.calls';
import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { sessionMachine, type Tokens } from './session.machine.ts';

const old: Tokens = { token: 'old', refreshToken: 'r1' };
const fresh: Tokens = { token: 'fresh', refreshToken: 'r2' };
const user: UserView = {
  id: 7,
  name: null,
  email: 'a@b.in',
  mobile: null,
  login_mobile: null,
  language: null,
  profile_image: null,
};
const unauthenticated = new RefusedError({ code: 'unauthenticated' });
const networkError = new TypeError('fetch failed');

type Server = { refresh?: () => Promise<Tokens>; loadProfile?: (token: string) => Promise<UserView> };
type Start = Server & { tokens?: Tokens | undefined; hasExpired?: boolean };

function startSession({ hasExpired = false, ...server }: Start) {
  const tokens = 'tokens' in server ? server.tokens : old;
  const { refresh = async () => fresh, loadProfile = async () => user } = server;
  const calls = { refresh: vi.fn(refresh), loadProfile: vi.fn(loadProfile) };
  const kept = { storeTokens: vi.fn(), clearTokens: vi.fn(), revoke: vi.fn() };
  const actors = {
    refresh: fromPromise<Tokens, { refreshToken: string }>(calls.refresh),
    loadProfile: fromPromise<UserView, { token: string }>(({ input }) => calls.loadProfile(input.token)),
  };
  const actions = {
    storeTokens: (_: unknown, params: { tokens: Tokens | undefined }) => kept.storeTokens(params.tokens),
    clearTokens: () => kept.clearTokens(),
    revoke: (_: unknown, params: { tokens: Tokens | undefined }) => kept.revoke(params.tokens),
  };
  const clock = new SimulatedClock();
  const machine = sessionMachine.provide({ actors, actions });
  const session = createActor(machine, { input: { tokens, hasExpired }, clock }).start();
  return { session, clock, ...calls, ...kept };
}

const tokensOf = (sub: string): Tokens => ({
  token: `x.${btoa(JSON.stringify({ sub, exp: 1 })).replaceAll('=', '')}.x`,
  refreshToken: 'r3',
});
const settled = { signedIn: 'settled' } as const;

it('is logged out at once without a token', () => {
  const session = createActor(sessionMachine, { input: { tokens: undefined, hasExpired: false } }).start();
  expect(session.getSnapshot().value).toBe('signedOut');
  expect(session.getSnapshot().hasTag('known')).toBe(true);
});

it('knows the user of a valid token at once, and loads the profile meanwhile', async () => {
  const { session } = startSession({});
  expect(session.getSnapshot().hasTag('known')).toBe(true);
  const { context } = await waitFor(session, (state) => state.matches(settled));
  expect(context.user).toEqual(user);
});

it('renews an expired token first', async () => {
  const { session, storeTokens, loadProfile } = startSession({ hasExpired: true });
  expect(session.getSnapshot().hasTag('known')).toBe(false);
  await waitFor(session, (state) => state.matches(settled));
  expect(storeTokens).toHaveBeenCalledWith(fresh);
  expect(loadProfile).toHaveBeenCalledWith('fresh');
});

it.each([
  ['is refused', unauthenticated],
  ['was stored damaged', new RefusedError({ code: 'invalid_input' })],
])('throws the tokens away when the refresh token %s', async (_, error) => {
  const { session, clearTokens } = startSession({ hasExpired: true, refresh: () => Promise.reject(error) });
  await waitFor(session, (state) => state.matches('signedOut'));
  expect(clearTokens).toHaveBeenCalledOnce();
  expect(session.getSnapshot().context.tokens).toBeUndefined();
});

it.each([
  ['a lost connection', networkError],
  ['a defect of the server', new RefusedError({ code: 'internal' })],
  ['a limit', new RefusedError({ code: 'rate_limited' })],
])('keeps the tokens through %s while refreshing, and tries again', async (_, error) => {
  let isBroken = true;
  const refresh = () => (isBroken ? Promise.reject(error) : Promise.resolve(fresh));
  const loadProfile = (token: string) => (token === 'old' ? Promise.reject(unauthenticated) : Promise.resolve(user));
  const { session, clock, clearTokens } = startSession({ hasExpired: true, refresh, loadProfile });
  await waitFor(session, (state) => state.matches({ signedIn: 'unreachable' }));
  expect(session.getSnapshot().hasTag('known')).toBe(true);

  isBroken = false;
  clock.increment(1000);
  await waitFor(session, (state) => state.matches(settled));
  expect(session.getSnapshot().context.tokens).toEqual(fresh);
  expect(clearTokens).not.toHaveBeenCalled();
});

it('retries at once when the connection is restored', async () => {
  let isBroken = true;
  const loadProfile = () => (isBroken ? Promise.reject(networkError) : Promise.resolve(user));
  const { session } = startSession({ loadProfile });
  await waitFor(session, (state) => state.matches({ signedIn: 'unreachable' }));
  isBroken = false;
  session.send({ type: 'connection.restored' });
  const { context } = await waitFor(session, (state) => state.matches(settled));
  expect(context.user).toEqual(user);
});

it('renews once when the profile is refused, then gives up', async () => {
  const { session, refresh } = startSession({ loadProfile: () => Promise.reject(unauthenticated) });
  await waitFor(session, (state) => state.matches('signedOut'));
  expect(refresh).toHaveBeenCalledOnce();
});

it('renews once for many requests that were refused with the same token, and keeps the screen', async () => {
  const { session, refresh } = startSession({});
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'refused', token: 'old' });
  session.send({ type: 'refused', token: 'old' });
  expect(session.getSnapshot().hasTag('known')).toBe(true);
  expect(session.getSnapshot().context.user).toEqual(user);
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'refused', token: 'old' });
  expect(session.getSnapshot().matches(settled)).toBe(true);
  expect(refresh).toHaveBeenCalledOnce();
});

it('ends with its access token when there is no refresh token', async () => {
  const tokens = { token: 'old', refreshToken: undefined };
  expect(startSession({ tokens, hasExpired: true }).session.getSnapshot().value).toBe('signedOut');
  const { session, refresh } = startSession({ tokens });
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'refused', token: 'old' });
  expect(session.getSnapshot().value).toBe('signedOut');
  expect(refresh).not.toHaveBeenCalled();
});

it('logs in with new tokens, and stores them', async () => {
  const { session, storeTokens } = startSession({ tokens: undefined });
  session.send({ type: 'signedIn', tokens: fresh });
  await waitFor(session, (state) => state.matches(settled));
  expect(storeTokens).toHaveBeenCalledWith(fresh);
});

it('reloads the profile after a change, without affecting the rest of the screen', async () => {
  const { session, loadProfile } = startSession({});
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'profile.changed' });
  expect(session.getSnapshot().context.user).toEqual(user);
  await waitFor(session, (state) => state.matches(settled));
  expect(loadProfile).toHaveBeenCalledTimes(2);
});

it('ends the session at the server too on logout', async () => {
  const { session, revoke, clearTokens } = startSession({});
  session.send({ type: 'logout' });
  expect(session.getSnapshot().value).toBe('signedOut');
  expect(revoke).toHaveBeenCalledWith(old);
  expect(clearTokens).toHaveBeenCalledOnce();
});

it('ends with a deleted account, whose sessions the server has ended', async () => {
  const { session, revoke, clearTokens } = startSession({});
  session.send({ type: 'account.deleted' });
  expect(session.getSnapshot().value).toBe('signedOut');
  expect(revoke).not.toHaveBeenCalled();
  expect(clearTokens).toHaveBeenCalledOnce();
});

it('follows what another tab stored', async () => {
  const { session, storeTokens } = startSession({});
  session.send({ type: 'stored.changed', tokens: undefined });
  expect(session.getSnapshot().value).toBe('signedOut');
  session.send({ type: 'stored.changed', tokens: fresh });
  await waitFor(session, (state) => state.matches(settled));
  expect(session.getSnapshot().context.tokens).toEqual(fresh);
  expect(storeTokens).not.toHaveBeenCalled();
});

it('keeps the profile when another tab renewed the session of the same user, and discards it for another user', async () => {
  const { session } = startSession({});
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'stored.changed', tokens: tokensOf('7') });
  expect(session.getSnapshot().context.user).toEqual(user);
  session.send({ type: 'stored.changed', tokens: tokensOf('8') });
  expect(session.getSnapshot().context.user).toBeUndefined();
});

it('discards the profile of a member when another tab switched to another shop', async () => {
  const member = { ...user, role: 'vendor', shop_id: 3, shop_slug: 'dairy' } as const;
  const at = (claims: object): Tokens => ({
    token: `x.${btoa(JSON.stringify({ sub: '7', exp: 1, ...claims })).replaceAll('=', '')}.x`,
    refreshToken: 'r3',
  });
  const { session } = startSession({ loadProfile: async () => member });
  await waitFor(session, (state) => state.matches(settled));
  session.send({ type: 'stored.changed', tokens: at({ role: 'vendor', shop_id: 3 }) });
  expect(session.getSnapshot().context.user).toEqual(member);
  session.send({ type: 'stored.changed', tokens: at({ role: 'vendor', shop_id: 4 }) });
  expect(session.getSnapshot().context.user).toBeUndefined();
});
