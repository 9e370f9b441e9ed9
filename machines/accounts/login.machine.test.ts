import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { Toast } from '../problem.ts';
import { loginMachine, type NewSession, type OtpSent, type RedeemOtp, type SendOtp } from './login.machine.ts';

const session: NewSession = { token: 't', refreshToken: 'r', userId: 7 };

type Server = { sendOtp?: () => Promise<OtpSent>; redeemOtp?: (request: RedeemOtp) => Promise<NewSession> };

function startLogin({ sendOtp = async () => ({ resendAfter: 30 }), redeemOtp = async () => session }: Server = {}) {
  const clock = new SimulatedClock();
  const startSession = vi.fn<(session: NewSession) => void>();
  const toasts: Toast[] = [];
  const actors = {
    sendOtp: fromPromise<OtpSent, SendOtp>(sendOtp),
    redeemOtp: fromPromise<NewSession, RedeemOtp>(({ input }) => redeemOtp(input)),
  };
  const actions = { startSession: (_: unknown, params: NewSession) => startSession(params) };
  const login = createActor(loginMachine.provide({ actors, actions }), { input: { shopSlug: 'haat' }, clock });
  login.on('toast', (toast) => toasts.push(toast));
  login.start();
  return { login, clock, toasts, startSession };
}

// The simulated clock does not fire timers that are set while it jumps.
const pass = (clock: SimulatedClock, seconds: number) => {
  for (let second = 0; second < seconds; second++) clock.increment(1000);
};

async function askForOtp(server?: Server) {
  const started = startLogin(server);
  started.login.send({ type: 'contact.given', contact: { email: 'a@b.in' } });
  await waitFor(started.login, (state) => !state.hasTag('busy'));
  return started;
}

it('asks for the code once it was sent, and says so', async () => {
  const { login, toasts } = await askForOtp();
  expect(login.getSnapshot().value).toBe('askingOtp');
  expect(login.getSnapshot().context.contact).toEqual({ email: 'a@b.in' });
  expect(toasts).toEqual([{ type: 'toast', tone: 'success', key: 'login.otpSent' }]);
});

it('starts the session with what the server answered to the trimmed code', async () => {
  const redeemOtp = vi.fn(async () => session);
  const { login, toasts, startSession } = await askForOtp({ redeemOtp });
  login.send({ type: 'otp.given', otp: ' 012345 ' });
  expect(login.getSnapshot().hasTag('busy')).toBe(true);
  await waitFor(login, (state) => state.matches('loggedIn'));
  expect(redeemOtp).toHaveBeenCalledWith({ contact: { email: 'a@b.in' }, shopSlug: 'haat', otp: '012345' });
  expect(startSession).toHaveBeenCalledWith(session);
  expect(login.getSnapshot().context.challenge?.state).toBe('consumed');
  expect(toasts.at(-1)?.key).toBe('login.successful');
});

it.each([
  ['the text of the server', new RefusedError({ code: 'rate_limited', text: 'Wait' }), 'login.sendFailed', 'Wait'],
  ['a text of our own', new RefusedError({ code: 'internal' }), 'login.sendFailed', undefined],
  ['a lost connection', new TypeError('fetch failed'), 'login.networkError', undefined],
])('reports with %s that no code was sent', async (_, error, key, text) => {
  const { login, toasts } = await askForOtp({ sendOtp: () => Promise.reject(error) });
  expect(login.getSnapshot().value).toBe('askingContact');
  expect(login.getSnapshot().context.problem?.key).toBe(key);
  expect(toasts).toEqual([{ type: 'toast', tone: 'error', key, ...(text ? { text } : {}) }]);
});

it('asks for the code again when it was wrong', async () => {
  const redeemOtp = () => Promise.reject(new RefusedError({ code: 'otp_invalid', text: 'Invalid OTP' }));
  const { login, startSession } = await askForOtp({ redeemOtp });
  login.send({ type: 'otp.given', otp: '000000' });
  await waitFor(login, (state) => !state.hasTag('busy'));
  expect(login.getSnapshot().value).toBe('askingOtp');
  expect(login.getSnapshot().context.problem).toEqual({
    key: 'login.otpInvalid',
    reason: { code: 'otp_invalid', text: 'Invalid OTP' },
  });
  expect(login.getSnapshot().context.challenge).toMatchObject({ state: 'issued', guesses: 1 });
  expect(startSession).not.toHaveBeenCalled();
});

it('enables Resend after its countdown, which leads back with the email', async () => {
  const { login, clock } = await askForOtp({ sendOtp: async () => ({ resendAfter: 3 }) });
  pass(clock, 2);
  login.send({ type: 'resend' });
  expect(login.getSnapshot()).toMatchObject({ value: 'askingOtp', context: { challenge: { resendIn: 1 } } });
  pass(clock, 1);
  login.send({ type: 'resend' });
  expect(login.getSnapshot()).toMatchObject({
    value: 'askingContact',
    context: { challenge: { resendIn: 0 }, contact: { email: 'a@b.in' } },
  });
});

it('continues the countdown after a wrong code', async () => {
  const { login, clock } = await askForOtp({ redeemOtp: () => Promise.reject(new Error('line')) });
  pass(clock, 10);
  login.send({ type: 'otp.given', otp: '1' });
  await waitFor(login, (state) => !state.hasTag('busy'));
  pass(clock, 5);
  expect(login.getSnapshot().context.challenge?.resendIn).toBe(15);
});

it('starts one countdown for a second code', async () => {
  const { login, clock } = await askForOtp();
  pass(clock, 5);
  login.send({ type: 'contact.edit' });
  login.send({ type: 'contact.given', contact: { email: 'c@d.in' } });
  await waitFor(login, (state) => state.matches('askingOtp'));
  pass(clock, 10);
  expect(login.getSnapshot().context.challenge?.resendIn).toBe(20);
});

it('sends one code for two clicks', async () => {
  const sendOtp = vi.fn(async () => ({ resendAfter: 1 }));
  const { login } = startLogin({ sendOtp });
  login.send({ type: 'contact.given', contact: { email: 'a@b.in' } });
  login.send({ type: 'contact.given', contact: { email: 'a@b.in' } });
  await waitFor(login, (state) => state.matches('askingOtp'));
  expect(sendOtp).toHaveBeenCalledOnce();
});

it('says that the code was sent to the mobile number', async () => {
  const sendOtp = vi.fn(async () => ({ resendAfter: 30 }));
  const { login, toasts } = startLogin({ sendOtp });
  login.send({ type: 'contact.given', contact: { mobile: '9876543210' } });
  await waitFor(login, (state) => state.matches('askingOtp'));
  expect(login.getSnapshot().context.contact).toEqual({ mobile: '9876543210' });
  expect(toasts).toEqual([{ type: 'toast', tone: 'success', key: 'login.otpSentToMobile' }]);
});
