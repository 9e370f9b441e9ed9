import type { Contact } from '@haat/contract/accounts/contact';
import { reasonOf } from '@haat/contract/reason';
import { assertEvent, assign, cancel, emit, fromPromise, raise, setup } from 'xstate';
import { answeredGuess, issuedOtp, canResend, moveOtp, type OtpChallenge } from './otp-challenge.machine.ts';
import { type Problem, problemOf, type TextKey, type Toast, toastOf } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

export type SendOtp = { contact: Contact; shopSlug: string };
export type RedeemOtp = SendOtp & { otp: string };
/** `resendAfter` in seconds. */
export type OtpSent = { resendAfter: number };
/** A code that was sent before the page was loaded; `resendIn` in seconds. */
export type SentBefore = { contact: Contact; resendIn: number };
export type NewSession = { token: string; refreshToken: string; userId: number };

/** `contact`, `challenge`: of the code that was sent last; undefined before the first one. */
type Context = {
  shopSlug: string;
  contact: Contact | undefined;
  challenge: OtpChallenge | undefined;
  problem: Problem | undefined;
};
type Events =
  | { type: 'contact.given'; contact: Contact }
  | { type: 'otp.given'; otp: string }
  | { type: 'resend' }
  | { type: 'contact.edit' }
  | { type: 'second.passed' };

const NETWORK = 'login.networkError';

/** The contact, which is known from the first step on. */
function contactOf({ contact }: Context): Contact {
  if (!contact) throw new Error('No contact was given');
  return contact;
}

/**
 * Login in two steps: an email address or mobile number, and the one-time code. Resend and a changed contact lead back to the
 * first step, with the contact.
 */
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
    storeSentCode: (_, _sent: SentBefore) => {},
    clearSentCode: () => {},
    issueChallenge: assign((_, { resendAfter }: OtpSent) => ({ challenge: issuedOtp({ resendIn: resendAfter }) })),
    answerGuess: assign(({ context: { challenge } }, { error }: { error?: unknown }) => ({
      challenge: challenge && answeredGuess(challenge, error === undefined ? undefined : reasonOf(error).code),
    })),
    passSecond: assign(({ context: { challenge } }) => ({
      challenge: challenge && moveOtp(challenge, { type: 'time.passed', seconds: 1 }),
    })),
    clearProblem: assign({ problem: undefined }),
    setProblem: assign((_, problem: Problem) => ({ problem })),
    toastProblem: emit((_, problem: Problem) => toastOf(problem)),
    toastSuccess: emit((_, { key }: { key: TextKey }) => ({ type: 'toast' as const, tone: 'success' as const, key })),
    countDown: raise({ type: 'second.passed' }, { delay: 'second', id: 'countDown' }),
  },
  delays: { second: 1000 },
  guards: {
    hasContact: ({ context }) => context.contact !== undefined,
    canResend: ({ context }) => canResend(context.challenge),
    waitsLonger: ({ context }) => (context.challenge?.resendIn ?? 0) > 1,
  },
}).createMachine({
  id: 'login',
  context: ({ input: { shopSlug, sent } }) => ({
    shopSlug,
    contact: sent?.contact,
    challenge: sent && issuedOtp(sent),
    problem: undefined,
  }),
  initial: 'starting',
  // The countdown continues during a failed login, so it does not belong to one state.
  on: {
    'second.passed': [{ guard: 'waitsLonger', actions: ['passSecond', 'countDown'] }, { actions: 'passSecond' }],
  },
  states: {
    starting: {
      always: [{ guard: 'hasContact', target: 'askingOtp', actions: 'countDown' }, { target: 'askingContact' }],
    },
    askingContact: {
      on: {
        'contact.given': { target: 'sendingOtp', actions: assign({ contact: ({ event }) => event.contact }) },
      },
    },
    sendingOtp: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'sendOtp',
        input: ({ context }) => ({ contact: contactOf(context), shopSlug: context.shopSlug }),
        onDone: {
          target: 'askingOtp',
          actions: [
            { type: 'issueChallenge', params: ({ event }) => event.output },
            {
              type: 'storeSentCode',
              params: ({ context, event }) => ({ contact: contactOf(context), resendIn: event.output.resendAfter }),
            },
            // The countdown of an earlier code would run beside this one.
            cancel('countDown'),
            'countDown',
            {
              type: 'toastSuccess',
              params: ({ context }) => ({ key: context.contact?.mobile ? 'login.otpSentToMobile' : 'login.otpSent' }),
            },
          ],
        },
        onError: {
          target: 'askingContact',
          actions: [
            { type: 'setProblem', params: ({ event }) => problemOf(event.error, 'login.sendFailed', NETWORK) },
            { type: 'toastProblem', params: ({ event }) => problemOf(event.error, 'login.sendFailed', NETWORK) },
          ],
        },
      },
    },
    askingOtp: {
      on: {
        'otp.given': 'loggingIn',
        resend: { guard: 'canResend', target: 'askingContact', actions: ['clearProblem', 'clearSentCode'] },
        'contact.edit': { target: 'askingContact', actions: ['clearProblem', 'clearSentCode'] },
      },
    },
    loggingIn: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'redeemOtp',
        input: ({ context, event }) => {
          assertEvent(event, 'otp.given');
          return { contact: contactOf(context), shopSlug: context.shopSlug, otp: event.otp.trim() };
        },
        onDone: {
          target: 'loggedIn',
          actions: [
            { type: 'answerGuess', params: {} },
            'clearSentCode',
            { type: 'toastSuccess', params: { key: 'login.successful' } },
            { type: 'startSession', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'askingOtp',
          actions: [
            { type: 'answerGuess', params: ({ event }) => event },
            { type: 'setProblem', params: ({ event }) => problemOf(event.error, 'login.otpInvalid', NETWORK) },
            { type: 'toastProblem', params: ({ event }) => problemOf(event.error, 'login.otpInvalid', NETWORK) },
          ],
        },
      },
    },
    loggedIn: { type: 'final' },
  },
});
