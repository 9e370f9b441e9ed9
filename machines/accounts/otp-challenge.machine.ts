import type { ErrorCode } from '@haat/contract/errors';
import { assign, setup, transition } from 'xstate';

/** How long a code may be entered. */
export const OTP_SECONDS = 5 * 60;
/** How many guesses one code allows the address that requested it, and how many all other addresses together. */
export const MAX_OTP_GUESSES = 5;

export type OtpState = 'issued' | 'locked' | 'expired' | 'consumed' | 'superseded';

/** `expiresIn`, `resendIn`: seconds from now. */
type Facts = { guesses: number; expiresIn: number; resendIn: number };

/** One code as plain data: a row of the server, or the server's answers to a browser. */
export type OtpChallenge = Facts & { state: OtpState };

export type OtpEvent =
  { type: 'guessed'; isCorrect: boolean } | { type: 'replaced' } | { type: 'time.passed'; seconds: number };

/**
 * The life of a one-time code, for the server that decides a guess and the client that offers another code. A code is
 * consumed by one correct guess, and superseded by the next one that the same network address requests; a locked or expired
 * one takes no more guesses.
 */
export const otpChallengeMachine = setup({
  types: { context: {} as Facts, events: {} as OtpEvent },
  guards: {
    isCorrect: (_, { isCorrect }: { isCorrect: boolean }) => isCorrect,
    isLastGuess: ({ context }) => context.guesses + 1 >= MAX_OTP_GUESSES,
    expiresWithin: ({ context }, { seconds }: { seconds: number }) => context.expiresIn <= seconds,
  },
  actions: {
    countGuess: assign({ guesses: ({ context }) => context.guesses + 1 }),
    countDown: assign(({ context }, { seconds }: { seconds: number }) => ({
      expiresIn: Math.max(0, context.expiresIn - seconds),
      resendIn: Math.max(0, context.resendIn - seconds),
    })),
  },
}).createMachine({
  id: 'otpChallenge',
  context: { guesses: 0, expiresIn: OTP_SECONDS, resendIn: 0 },
  initial: 'issued',
  states: {
    issued: {
      on: {
        guessed: [
          { guard: { type: 'isCorrect', params: ({ event }) => event }, target: 'consumed', actions: 'countGuess' },
          { guard: 'isLastGuess', target: 'locked', actions: 'countGuess' },
          { actions: 'countGuess' },
        ],
        replaced: 'superseded',
        'time.passed': [
          {
            guard: { type: 'expiresWithin', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'countDown', params: ({ event }) => event },
          },
          { actions: { type: 'countDown', params: ({ event }) => event } },
        ],
      },
    },
    locked: {
      on: {
        replaced: 'superseded',
        'time.passed': [
          {
            guard: { type: 'expiresWithin', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'countDown', params: ({ event }) => event },
          },
          { actions: { type: 'countDown', params: ({ event }) => event } },
        ],
      },
    },
    expired: {
      on: {
        replaced: 'superseded',
        'time.passed': { actions: { type: 'countDown', params: ({ event }) => event } },
      },
    },
    consumed: { type: 'final' },
    superseded: { type: 'final' },
  },
});

/** A code that was just sent; another may be requested after `resendIn` seconds. */
export const issuedOtp = ({ resendIn }: { resendIn: number }): OtpChallenge => ({
  state: 'issued',
  guesses: 0,
  expiresIn: OTP_SECONDS,
  resendIn,
});

/** The challenge after the event; the same one when the event changes nothing in its state. */
export function moveOtp({ state, ...context }: OtpChallenge, event: OtpEvent): OtpChallenge {
  const current = otpChallengeMachine.resolveState({ value: state, context });
  const [next] = transition(otpChallengeMachine, current, event);
  return { state: next.value, ...next.context };
}

/** A stored code that was neither consumed nor superseded. `guesses`: the earlier guesses, without the one to decide. */
export function storedOtp({ guesses, expiresIn }: Pick<Facts, 'guesses' | 'expiresIn'>): OtpChallenge {
  const open = { state: guesses < MAX_OTP_GUESSES ? 'issued' : 'locked', guesses, expiresIn, resendIn: 0 } as const;
  return moveOtp(open, { type: 'time.passed', seconds: 0 });
}

/** `wrong`: try again; a state: the code takes no guess. */
type GuessOutcome = 'accepted' | 'wrong' | OtpState;

/** The outcome of a guess. */
export function decideGuess(challenge: OtpChallenge, isCorrect: boolean): GuessOutcome {
  if (challenge.state !== 'issued') return challenge.state;
  return moveOtp(challenge, { type: 'guessed', isCorrect }).state === 'consumed' ? 'accepted' : 'wrong';
}

/** The error of a guess: the same for every refusal, so that it reveals nothing about the code. */
export const guessError = (outcome: GuessOutcome): ErrorCode | undefined =>
  outcome === 'accepted' ? undefined : 'otp_invalid';

/** The challenge after the server answered a guess; errors that are not about the code change nothing. */
export function answeredGuess(challenge: OtpChallenge, error?: ErrorCode | 'network'): OtpChallenge {
  if (error === undefined) return moveOtp(challenge, { type: 'guessed', isCorrect: true });
  return error === guessError('wrong') ? moveOtp(challenge, { type: 'guessed', isCorrect: false }) : challenge;
}

/** Whether another code may be requested now; always so when no code is known. */
export const canResend = (challenge: OtpChallenge | undefined): boolean =>
  challenge === undefined || (challenge.state !== 'consumed' && challenge.resendIn === 0);
