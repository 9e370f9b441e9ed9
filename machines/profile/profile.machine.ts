import { profileProblems, trimProfile, type ProfileTexts } from '@haat/contract/rules/profile';
import { assertEvent, assign, cancel, emit, fromPromise, raise, setup } from 'xstate';
import { problemOf, toastOf, type Problem, type Toast } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

/** `picture`: the file that was chosen; only the actor looks into it. */
export type SaveProfile = { texts: ProfileTexts; picture: unknown };
/** `waiting`: the new address that a code was sent to, with the seconds until another may be asked for. */
export type SavedProfile = { waiting?: { email: string; resendAfter: number } };
export type CodeSent = { resendAfter: number };
/** `token` names the new address. */
export type ConfirmedEmail = { token: string };

type Context = { email: string; resendIn: number; wrong: (keyof ProfileTexts)[]; problem: Problem | undefined };
type Failure = { error: unknown };
type Events =
  | ({ type: 'submitted' } & SaveProfile)
  | { type: 'code.wanted'; email: string }
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
 * The profile's form, and the code of a changed email address: the rest is saved by then, so that the code may be left
 * for later. A failure leads back to where it can be tried again. Spec sections 2, 5 and 8, profile.
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
    readAgain: () => {},
    adoptToken: (_, _confirmed: ConfirmedEmail) => {},
    leave: () => {},
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    toastProblem: emit((_, problem: Problem) => toastOf(problem)),
    toastSuccess: emit({ type: 'toast', tone: 'success', key: 'profile.updated' }),
    findWrong: assign((_, { texts }: { texts: ProfileTexts }) => ({ wrong: profileProblems(texts) })),
    askFor: assign((_, { email }: { email: string }) => ({ email })),
    awaitResend: assign((_, { resendAfter }: CodeSent) => ({ resendIn: resendAfter })),
    countDown: raise({ type: 'second.passed' }, { delay: 'second', id: 'countDown' }),
  },
  delays: { second: 1000 },
  guards: {
    isWrong: (_, { texts }: { texts: ProfileTexts }) => profileProblems(texts).length > 0,
    waitsForCode: (_, { waiting }: SavedProfile) => waiting !== undefined,
    mayResend: ({ context }) => context.resendIn === 0,
  },
}).createMachine({
  id: 'profile',
  context: { email: '', resendIn: 0, wrong: [], problem: undefined },
  initial: 'editing',
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
    editing: {
      on: {
        submitted: [
          {
            guard: { type: 'isWrong', params: ({ event }) => event },
            actions: [{ type: 'findWrong', params: ({ event }) => event }, assign({ problem: undefined })],
          },
          { target: 'saving', actions: { type: 'findWrong', params: ({ event }) => event } },
        ],
        'code.wanted': { target: 'askingCode', actions: { type: 'askFor', params: ({ event }) => event } },
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
              'readAgain',
              { type: 'askFor', params: ({ event }) => ({ email: event.output.waiting?.email ?? '' }) },
              { type: 'awaitResend', params: ({ event }) => ({ resendAfter: event.output.waiting?.resendAfter ?? 0 }) },
              cancel('countDown'),
              'countDown',
            ],
          },
          { target: 'saved', actions: 'readAgain' },
        ],
        onError: {
          target: 'editing',
          actions: [
            { type: 'keepProblem', params: failedToSave },
            { type: 'toastProblem', params: failedToSave },
          ],
        },
      },
    },
    askingCode: {
      tags: 'code',
      on: {
        'code.given': 'confirming',
        resend: { guard: 'mayResend', target: 'resending' },
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
          actions: [{ type: 'awaitResend', params: ({ event }) => event.output }, cancel('countDown'), 'countDown'],
        },
        onError: { target: 'askingCode', actions: { type: 'keepProblem', params: failedToSend } },
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
        onDone: { target: 'saved', actions: { type: 'adoptToken', params: ({ event }) => event.output } },
        onError: { target: 'askingCode', actions: { type: 'keepProblem', params: failedToConfirm } },
      },
    },
    saved: { type: 'final', entry: ['toastSuccess', 'leave'] },
  },
});
