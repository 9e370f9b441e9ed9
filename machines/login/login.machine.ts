import { assertEvent, assign, cancel, emit, fromPromise, raise, setup } from 'xstate';
import { problemOf, toastOf, type Problem, type Toast } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

export type SendOtp = { email: string; shopSlug: string };
export type RedeemOtp = SendOtp & { otp: string };
/** `resendAfter` in seconds. */
export type OtpSent = { resendAfter: number };
/** A code that was mailed before the page was loaded; `resendIn` in seconds. */
export type SentBefore = { email: string; resendIn: number };
export type NewSession = { token: string; refreshToken: string; userId: number };

type Context = { shopSlug: string; email: string; resendIn: number; problem: Problem | undefined };
type Events =
  | { type: 'email.given'; email: string }
  | { type: 'otp.given'; otp: string }
  | { type: 'resend' }
  | { type: 'email.edit' }
  | { type: 'second.passed' };

const NETWORK = 'login.networkError';

/** Login in two steps; Resend and a corrected address lead back to the first, with the email kept. Spec sections 2, 4 and 8. */
export const loginMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { shopSlug: string; sent?: SentBefore | undefined },
    events: {} as Events,
    emitted: {} as Toast,
    output: {} as NewSession,
    tags: {} as 'busy',
  },
  actors: {
    sendOtp: fromPromise<OtpSent, SendOtp>(unprovided('sendOtp')),
    redeemOtp: fromPromise<NewSession, RedeemOtp>(unprovided('redeemOtp')),
  },
  actions: {
    startSession: (_, _session: NewSession) => {},
    keepSent: (_, _sent: SentBefore) => {},
    forgetSent: () => {},
    clearProblem: assign({ problem: undefined }),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    toastProblem: emit((_, problem: Problem) => toastOf(problem)),
    toastSuccess: emit((_, { key }: { key: string }) => ({ type: 'toast' as const, tone: 'success' as const, key })),
    countDown: raise({ type: 'second.passed' }, { delay: 'second', id: 'countDown' }),
  },
  delays: { second: 1000 },
  guards: { hasEmail: ({ context }) => context.email !== '', mayResend: ({ context }) => context.resendIn === 0 },
}).createMachine({
  id: 'login',
  context: ({ input: { shopSlug, sent } }) => ({
    shopSlug,
    ...(sent ?? { email: '', resendIn: 0 }),
    problem: undefined,
  }),
  initial: 'starting',
  // The countdown runs on through a failed login, so it belongs to no single step.
  on: {
    'second.passed': [
      {
        guard: ({ context }) => context.resendIn > 1,
        actions: [assign({ resendIn: ({ context }) => context.resendIn - 1 }), 'countDown'],
      },
      { actions: assign({ resendIn: 0 }) },
    ],
  },
  states: {
    starting: {
      always: [{ guard: 'hasEmail', target: 'askingOtp', actions: 'countDown' }, { target: 'askingEmail' }],
    },
    askingEmail: {
      on: {
        'email.given': { target: 'sendingOtp', actions: assign({ email: ({ event }) => event.email.trim() }) },
      },
    },
    sendingOtp: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'sendOtp',
        input: ({ context: { email, shopSlug } }) => ({ email, shopSlug }),
        onDone: {
          target: 'askingOtp',
          actions: [
            assign({ resendIn: ({ event }) => event.output.resendAfter }),
            { type: 'keepSent', params: ({ context: { email, resendIn } }) => ({ email, resendIn }) },
            // The one of an earlier code would make this one run twice as fast.
            cancel('countDown'),
            'countDown',
            { type: 'toastSuccess', params: { key: 'login.otpSent' } },
          ],
        },
        onError: {
          target: 'askingEmail',
          actions: [
            { type: 'keepProblem', params: ({ event }) => problemOf(event.error, 'login.sendFailed', NETWORK) },
            { type: 'toastProblem', params: ({ event }) => problemOf(event.error, 'login.sendFailed', NETWORK) },
          ],
        },
      },
    },
    askingOtp: {
      on: {
        'otp.given': 'loggingIn',
        resend: { guard: 'mayResend', target: 'askingEmail', actions: ['clearProblem', 'forgetSent'] },
        'email.edit': { target: 'askingEmail', actions: ['clearProblem', 'forgetSent'] },
      },
    },
    loggingIn: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'redeemOtp',
        input: ({ context: { email, shopSlug }, event }) => {
          assertEvent(event, 'otp.given');
          return { email, shopSlug, otp: event.otp.trim() };
        },
        onDone: {
          target: 'loggedIn',
          actions: [
            'forgetSent',
            { type: 'toastSuccess', params: { key: 'login.successful' } },
            { type: 'startSession', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'askingOtp',
          actions: [
            { type: 'keepProblem', params: ({ event }) => problemOf(event.error, 'login.otpInvalid', NETWORK) },
            { type: 'toastProblem', params: ({ event }) => problemOf(event.error, 'login.otpInvalid', NETWORK) },
          ],
        },
      },
    },
    loggedIn: { type: 'final' },
  },
});
