import { profileProblems, type ProfileTexts, trimProfile } from '@haat/contract/accounts/profile';
import { reasonOf } from '@haat/contract/reason';
import { assertEvent, assign, cancel, emit, fromPromise, raise, setup } from 'xstate';
import { type Problem, problemOf, type Toast, toastOf } from '../problem.ts';
import { answeredGuess, issuedOtp, canResend, moveOtp, type OtpChallenge } from './otp-challenge.machine.ts';
import { unprovided } from '../unprovided.ts';

/** `picture`: the file that was chosen; only the actor reads it. */
export type SaveProfile = { texts: ProfileTexts; picture: unknown };
/** `hasEmail`: whether the account has an email address, which must then not be empty. */
type Submitted = SaveProfile & { hasEmail: boolean };
/** `waiting`: the new address that a code was sent to, with the seconds until another one can be requested. */
export type SavedProfile = { waiting?: { email: string; resendAfter: number } };
export type CodeSent = { resendAfter: number };
/** An access token for the new address. */
export type ConfirmedEmail = { token: string };

/** `challenge`: the code that was sent last; undefined when none was sent since the form was opened. */
type Context = {
  email: string;
  challenge: OtpChallenge | undefined;
  wrong: (keyof ProfileTexts)[];
  problem: Problem | undefined;
};
type Failure = { error: unknown };
type Events =
  | ({ type: 'submitted' } & Submitted)
  | { type: 'changed'; field: keyof ProfileTexts }
  | { type: 'code.requested'; email: string }
  | { type: 'code.given'; code: string }
  | { type: 'resend' }
  | { type: 'email.edit' }
  | { type: 'later' }
  | { type: 'second.passed' };

const NETWORK = 'login.networkError';
const failedToSave = ({ event }: { event: Failure }) => problemOf(event.error, 'profile.failed', NETWORK);
const failedToSend = ({ event }: { event: Failure }) => problemOf(event.error, 'login.sendFailed', NETWORK);
const failedToConfirm = ({ event }: { event: Failure }) => problemOf(event.error, 'login.otpInvalid', NETWORK);

/**
 * The form of the profile, and the one-time code for a changed email address. Everything else is saved before the code is
 * asked for, so that it can be entered later. A failure leads back to the state in which it can be retried.
 */
export const profileMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'code',
  },
  actors: {
    saveProfile: fromPromise<SavedProfile, SaveProfile>(unprovided('saveProfile')),
    resendCode: fromPromise<CodeSent>(unprovided('resendCode')),
    confirmEmail: fromPromise<ConfirmedEmail, { code: string }>(unprovided('confirmEmail')),
  },
  actions: {
    reloadProfile: () => {},
    adoptToken: (_, _confirmed: ConfirmedEmail) => {},
    leave: () => {},
    setProblem: assign((_, problem: Problem) => ({ problem })),
    toastProblem: emit((_, problem: Problem) => toastOf(problem)),
    toastSuccess: emit({ type: 'toast', tone: 'success', key: 'profile.updated' }),
    validate: assign((_, submitted: Submitted) => ({ wrong: profileProblems(submitted.texts, submitted) })),
    clearWrong: assign(({ context: { wrong } }, { field }: { field: keyof ProfileTexts }) => ({
      wrong: wrong.filter((each) => each !== field),
    })),
    setEmail: assign((_, { email }: { email: string }) => ({ email })),
    issueChallenge: assign((_, { resendAfter }: CodeSent) => ({ challenge: issuedOtp({ resendIn: resendAfter }) })),
    answerGuess: assign(({ context: { challenge } }, { error }: { error?: unknown }) => ({
      challenge: challenge && answeredGuess(challenge, error === undefined ? undefined : reasonOf(error).code),
    })),
    passSecond: assign(({ context: { challenge } }) => ({
      challenge: challenge && moveOtp(challenge, { type: 'time.passed', seconds: 1 }),
    })),
    countDown: raise({ type: 'second.passed' }, { delay: 'second', id: 'countDown' }),
  },
  delays: { second: 1000 },
  guards: {
    isWrong: (_, submitted: Submitted) => profileProblems(submitted.texts, submitted).length > 0,
    waitsForCode: (_, { waiting }: SavedProfile) => waiting !== undefined,
    canResend: ({ context }) => canResend(context.challenge),
    waitsLonger: ({ context }) => (context.challenge?.resendIn ?? 0) > 1,
  },
}).createMachine({
  id: 'profile',
  context: { email: '', challenge: undefined, wrong: [], problem: undefined },
  initial: 'editing',
  on: {
    'second.passed': [{ guard: 'waitsLonger', actions: ['passSecond', 'countDown'] }, { actions: 'passSecond' }],
  },
  states: {
    editing: {
      on: {
        submitted: [
          {
            guard: { type: 'isWrong', params: ({ event }) => event },
            actions: [{ type: 'validate', params: ({ event }) => event }, assign({ problem: undefined })],
          },
          { target: 'saving', actions: { type: 'validate', params: ({ event }) => event } },
        ],
        changed: { actions: [{ type: 'clearWrong', params: ({ event }) => event }, assign({ problem: undefined })] },
        'code.requested': { target: 'askingCode', actions: { type: 'setEmail', params: ({ event }) => event } },
      },
    },
    saving: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'saveProfile',
        input: ({ event }) => {
          assertEvent(event, 'submitted');
          return { texts: trimProfile(event.texts), picture: event.picture };
        },
        onDone: [
          {
            guard: { type: 'waitsForCode', params: ({ event }) => event.output },
            target: 'askingCode',
            actions: [
              'reloadProfile',
              { type: 'setEmail', params: ({ event }) => ({ email: event.output.waiting?.email ?? '' }) },
              {
                type: 'issueChallenge',
                params: ({ event }) => ({ resendAfter: event.output.waiting?.resendAfter ?? 0 }),
              },
              cancel('countDown'),
              'countDown',
            ],
          },
          { target: 'saved', actions: 'reloadProfile' },
        ],
        onError: {
          target: 'editing',
          actions: [
            { type: 'setProblem', params: failedToSave },
            { type: 'toastProblem', params: failedToSave },
          ],
        },
      },
    },
    askingCode: {
      tags: 'code',
      on: {
        'code.given': 'confirming',
        resend: { guard: 'canResend', target: 'resending' },
        'email.edit': { target: 'editing', actions: assign({ problem: undefined }) },
        later: 'saved',
      },
    },
    resending: {
      tags: ['busy', 'code'],
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'resendCode',
        onDone: {
          target: 'askingCode',
          actions: [{ type: 'issueChallenge', params: ({ event }) => event.output }, cancel('countDown'), 'countDown'],
        },
        onError: { target: 'askingCode', actions: { type: 'setProblem', params: failedToSend } },
      },
    },
    confirming: {
      tags: ['busy', 'code'],
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'confirmEmail',
        input: ({ event }) => {
          assertEvent(event, 'code.given');
          return { code: event.code.trim() };
        },
        onDone: {
          target: 'saved',
          actions: [
            { type: 'answerGuess', params: {} },
            { type: 'adoptToken', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'askingCode',
          actions: [
            { type: 'answerGuess', params: ({ event }) => event },
            { type: 'setProblem', params: failedToConfirm },
          ],
        },
      },
    },
    saved: { type: 'final', entry: ['toastSuccess', 'leave'] },
  },
});
