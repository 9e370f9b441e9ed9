import { RefusedError } from '@haat/contract/rules/reason';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import {
  profileMachine,
  type CodeSent,
  type ConfirmedEmail,
  type SavedProfile,
  type SaveProfile,
} from './profile.machine.ts';

const texts = { name: ' Test Customer ', email: 'a@b.in', mobile: '' };
const WAITING: SavedProfile = { waiting: { email: 'new@b.in', resendAfter: 3 } };

type Answers = {
  save?: () => Promise<SavedProfile>;
  resend?: () => Promise<CodeSent>;
  confirm?: () => Promise<ConfirmedEmail>;
};

function start({ save, resend, confirm }: Answers = {}) {
  const done: unknown[] = [];
  const clock = new SimulatedClock();
  const machine = profileMachine.provide({
    actors: {
      saveProfile: fromPromise<SavedProfile, SaveProfile>(async ({ input }) => {
        done.push(['save', input]);
        return save ? save() : {};
      }),
      resendCode: fromPromise<CodeSent>(async () => {
        done.push('resend');
        return resend ? resend() : { resendAfter: 30 };
      }),
      confirmEmail: fromPromise<ConfirmedEmail, { code: string }>(async ({ input }) => {
        done.push(['confirm', input.code]);
        return confirm ? confirm() : { token: 'new' };
      }),
    },
    actions: {
      readAgain: () => void done.push('readAgain'),
      adoptToken: (_, { token }) => void done.push(['adopt', token]),
      leave: () => void done.push('leave'),
    },
  });
  const actor = createActor(machine, { clock });
  actor.on('toast', ({ tone, key, text }) => done.push([tone, text ?? key]));
  actor.start();
  const submit = (more: object = {}) =>
    actor.send({ type: 'submitted', texts: { ...texts, ...more }, picture: 'file' });
  const reach = (state: 'editing' | 'askingCode' | 'saved') => waitFor(actor, (each) => each.matches(state));
  return { actor, clock, done, submit, reach };
}

it('saves what was typed, trimmed, says so, and leaves', async () => {
  const { done, submit, reach } = start();
  submit();
  await reach('saved');
  expect(done).toEqual([
    ['save', { texts: { ...texts, name: 'Test Customer' }, picture: 'file' }],
    'readAgain',
    'leave',
    ['success', 'profile.updated'],
  ]);
});

it('sends nothing that is wrong, and says which fields are', () => {
  const { actor, done, submit } = start();
  submit({ name: ' ', mobile: '123' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.wrong]).toEqual(['editing', ['name', 'mobile']]);
  expect(done).toEqual([]);
});

it.each([
  ['the server’s words', new RefusedError({ code: 'payload_too_large', text: 'Too big.' }), 'Too big.'],
  ['words of our own for none', new RefusedError({ code: 'internal' }), 'profile.failed'],
  ['Network error for a broken line', new TypeError('fetch failed'), 'login.networkError'],
])('tells a failure in %s, and lets it be tried again', async (_, error, said) => {
  const { actor, done, submit, reach } = start({ save: () => Promise.reject(error) });
  submit();
  await reach('editing');
  expect(done.at(-1)).toEqual(['error', said]);
  expect(actor.getSnapshot().context.problem).toBeDefined();
  submit();
  expect(actor.getSnapshot().matches('saving')).toBe(true);
  expect(actor.getSnapshot().context.problem).toBeUndefined();
});

it('asks for the code of a new address, and adopts the token that it brings', async () => {
  const { actor, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  expect(actor.getSnapshot().context).toMatchObject({ email: 'new@b.in', resendIn: 3 });
  actor.send({ type: 'code.given', code: ' 123456 ' });
  await reach('saved');
  expect(done.slice(1)).toEqual([
    'readAgain',
    ['confirm', '123456'],
    ['adopt', 'new'],
    'leave',
    ['success', 'profile.updated'],
  ]);
});

it('keeps the step, with the reason, when the code is wrong', async () => {
  const { actor, submit, reach } = start({
    save: async () => WAITING,
    confirm: () => Promise.reject(new RefusedError({ code: 'otp_invalid', text: 'Invalid OTP' })),
  });
  submit();
  await reach('askingCode');
  actor.send({ type: 'code.given', code: '000000' });
  await waitFor(actor, ({ context }) => context.problem !== undefined);
  expect(actor.getSnapshot().matches('askingCode')).toBe(true);
  expect(actor.getSnapshot().context.problem?.reason?.text).toBe('Invalid OTP');
});

it('sends another code only after the time that the server asked for', async () => {
  const { actor, clock, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  actor.send({ type: 'resend' });
  expect(actor.getSnapshot().matches('askingCode')).toBe(true);
  clock.increment(1000);
  clock.increment(1000);
  expect(actor.getSnapshot().context.resendIn).toBe(1);
  clock.increment(1000);
  actor.send({ type: 'resend' });
  await reach('askingCode');
  expect(done.at(-1)).toBe('resend');
  expect(actor.getSnapshot().context.resendIn).toBe(30);
});

it('may be left for later, or led back to the address', async () => {
  const { actor, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  actor.send({ type: 'email.edit' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'code.wanted', email: 'new@b.in' });
  actor.send({ type: 'later' });
  expect(actor.getSnapshot().value).toBe('saved');
  expect(done).toContain('leave');
});
