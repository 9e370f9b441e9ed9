import { describe, expect, it } from 'vitest';
import {
  answeredGuess,
  decideGuess,
  guessError,
  issuedOtp,
  MAX_OTP_GUESSES,
  canResend,
  moveOtp,
  OTP_SECONDS,
  type OtpChallenge,
  otpChallengeMachine,
  type OtpEvent,
  type OtpState,
  storedOtp,
} from './otp-challenge.machine.ts';

const STATES: OtpState[] = ['issued', 'locked', 'expired', 'consumed', 'superseded'];

const EVENTS: Record<string, OtpEvent> = {
  'a correct guess': { type: 'guessed', isCorrect: true },
  'a wrong guess': { type: 'guessed', isCorrect: false },
  'a new code': { type: 'replaced' },
  'a second': { type: 'time.passed', seconds: 1 },
  'five minutes': { type: 'time.passed', seconds: OTP_SECONDS },
};

const NEXT: Record<OtpState, Partial<Record<keyof typeof EVENTS, OtpState>>> = {
  issued: { 'a correct guess': 'consumed', 'a new code': 'superseded', 'five minutes': 'expired' },
  locked: { 'a new code': 'superseded', 'five minutes': 'expired' },
  expired: { 'a new code': 'superseded' },
  consumed: {},
  superseded: {},
};

const inState = (state: OtpState, facts: Partial<OtpChallenge> = {}): OtpChallenge => ({
  ...issuedOtp({ resendIn: 30 }),
  ...facts,
  state,
});

describe('moveOtp', () => {
  it.each(STATES.flatMap((state) => Object.entries(EVENTS).map(([name, event]) => [state, name, event] as const)))(
    'moves a code that is %s by %s',
    (state, name, event) => expect(moveOtp(inState(state), event).state).toBe(NEXT[state][name] ?? state),
  );

  it.each(['consumed', 'superseded'] as const)('changes nothing of a code that is %s', (state) => {
    const over = inState(state);
    expect(Object.values(EVENTS).map((event) => moveOtp(over, event))).toEqual(Object.values(EVENTS).map(() => over));
  });

  it('locks a code with its fifth wrong guess, and not with a correct one', () => {
    let challenge = issuedOtp({ resendIn: 30 });
    for (let guess = 1; guess < MAX_OTP_GUESSES; guess += 1) {
      challenge = moveOtp(challenge, { type: 'guessed', isCorrect: false });
      expect(challenge).toMatchObject({ state: 'issued', guesses: guess });
    }
    expect(moveOtp(challenge, { type: 'guessed', isCorrect: false }).state).toBe('locked');
    expect(moveOtp(challenge, { type: 'guessed', isCorrect: true }).state).toBe('consumed');
  });

  it('counts the seconds down to zero, also of a code that has expired', () => {
    const later = moveOtp(inState('issued'), { type: 'time.passed', seconds: 10 });
    expect(later).toEqual({ state: 'issued', guesses: 0, expiresIn: OTP_SECONDS - 10, resendIn: 20 });
    const expired = moveOtp(inState('expired', { expiresIn: 0 }), { type: 'time.passed', seconds: 40 });
    expect(expired).toEqual({ state: 'expired', guesses: 0, expiresIn: 0, resendIn: 0 });
  });

  it('throws on a state that no code can have', () => {
    expect(() => moveOtp(inState('lost' as OtpState), { type: 'replaced' })).toThrow('lost');
  });
});

describe('decideGuess', () => {
  it.each([
    [{ guesses: 0, expiresIn: 10 }, true, 'accepted'],
    [{ guesses: 0, expiresIn: 10 }, false, 'wrong'],
    [{ guesses: 4, expiresIn: 10 }, true, 'accepted'],
    [{ guesses: 4, expiresIn: 10 }, false, 'wrong'],
    [{ guesses: 5, expiresIn: 10 }, true, 'locked'],
    [{ guesses: 5, expiresIn: 0 }, true, 'expired'],
    [{ guesses: 0, expiresIn: 0 }, true, 'expired'],
    [{ guesses: 0, expiresIn: -90_000 }, false, 'expired'],
  ] as const)('of a stored code with %j, correct: %j', (row, isCorrect, outcome) => {
    expect(decideGuess(storedOtp(row), isCorrect)).toBe(outcome);
    expect(guessError(outcome)).toBe(outcome === 'accepted' ? undefined : 'otp_invalid');
  });

  it.each(['consumed', 'superseded'] as const)('refuses a correct guess at a code that is %s', (state) => {
    expect(decideGuess(inState(state), true)).toBe(state);
  });
});

describe('answeredGuess', () => {
  it('consumes the code without an error', () => {
    expect(answeredGuess(inState('issued'))).toMatchObject({ state: 'consumed', guesses: 1 });
  });

  it('counts a refused guess, and nothing for another error', () => {
    expect(answeredGuess(inState('issued'), 'otp_invalid')).toMatchObject({ state: 'issued', guesses: 1 });
    expect(answeredGuess(inState('issued', { guesses: 4 }), 'otp_invalid').state).toBe('locked');
    for (const error of ['network', 'rate_limited'] as const) {
      expect(answeredGuess(inState('issued'), error)).toEqual(inState('issued'));
    }
  });
});

describe('canResend', () => {
  it('is allowed when no code is known', () => expect(canResend(undefined)).toBe(true));

  it.each(STATES)('waits for the countdown of a code that is %s', (state) => {
    expect(canResend(inState(state, { resendIn: 1 }))).toBe(false);
    expect(canResend(inState(state, { resendIn: 0 }))).toBe(state !== 'consumed');
  });
});

it('names exactly the states of a code', () => {
  expect(Object.keys(otpChallengeMachine.states).toSorted()).toEqual(STATES.toSorted());
});
