import { RefusedError } from '@haat/contract/reason';
import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  type CodeSent,
  type ConfirmedEmail,
  profileMachine,
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
      reloadProfile: () => void done.push('reloadProfile'),
      adoptToken: (_, { token }) => void done.push(['adopt', token]),
      leave: () => void done.push('leave'),
    },
  });
  const actor = createActor(machine, { clock });
  actor.on('toast', ({ tone, key, text }) => done.push([tone, text ?? key]));
  actor.start();
  const submit = (more: object = {}) =>
    actor.send({ type: 'submitted', texts: { ...texts, ...more }, picture: 'file', hasEmail: true });
  const reach = (state: 'editing' | 'askingCode' | 'saved') => waitFor(actor, (each) => each.matches(state));
  return { actor, clock, done, submit, reach };
}

it('saves the trimmed fields, shows a toast, and leaves', async () => {
  const { done, submit, reach } = start();
  submit();
  await reach('saved');
  expect(done).toEqual([
    ['save', { texts: { ...texts, name: 'Test Customer' }, picture: 'file' }],
    'reloadProfile',
    'leave',
    ['success', 'profile.updated'],
  ]);
});

it('sends nothing with invalid fields, and names them', () => {
  const { actor, done, submit } = start();
  submit({ name: ' ', mobile: '123' });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.wrong]).toEqual(['editing', ['name', 'mobile']]);
  expect(done).toEqual([]);
});

it.each([
  ['the server’s words', new RefusedError({ code: 'payload_too_large', text: 'Too big.' }), 'Too big.'],
  ['words of our own for none', new RefusedError({ code: 'internal' }), 'profile.failed'],
  ['Network error for a lost connection', new TypeError('fetch failed'), 'login.networkError'],
])('reports a failure in %s, and can be retried', async (_, error, said) => {
  const { actor, done, submit, reach } = start({ save: () => Promise.reject(error) });
  submit();
  await reach('editing');
  expect(done.at(-1)).toEqual(['error', said]);
  expect(actor.getSnapshot().context.problem).toBeDefined();
  submit();
  expect(actor.getSnapshot().matches('saving')).toBe(true);
  expect(actor.getSnapshot().context.problem).toBeUndefined();
});

it('asks for the code of a new address, and adopts the new token', async () => {
  const { actor, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  expect(actor.getSnapshot().context).toMatchObject({ email: 'new@b.in', challenge: { resendIn: 3 } });
  actor.send({ type: 'code.given', code: ' 123456 ' });
  await reach('saved');
  expect(done.slice(1)).toEqual([
    'reloadProfile',
    ['confirm', '123456'],
    ['adopt', 'new'],
    'leave',
    ['success', 'profile.updated'],
  ]);
});

it('stays at the code with an error when it is wrong', async () => {
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

it("resends a code only after the server's delay", async () => {
  const { actor, clock, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  actor.send({ type: 'resend' });
  expect(actor.getSnapshot().matches('askingCode')).toBe(true);
  clock.increment(1000);
  clock.increment(1000);
  expect(actor.getSnapshot().context.challenge?.resendIn).toBe(1);
  clock.increment(1000);
  actor.send({ type: 'resend' });
  await reach('askingCode');
  expect(done.at(-1)).toBe('resend');
  expect(actor.getSnapshot().context.challenge?.resendIn).toBe(30);
});

it('can be postponed, or lead back to the address', async () => {
  const { actor, done, submit, reach } = start({ save: async () => WAITING });
  submit();
  await reach('askingCode');
  actor.send({ type: 'email.edit' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'code.requested', email: 'new@b.in' });
  actor.send({ type: 'later' });
  expect(actor.getSnapshot().value).toBe('saved');
  expect(done).toContain('leave');
});

it('drops the error of a field that is changed, and leaves those of others', async () => {
  const { actor, submit } = start();
  submit({ name: '', mobile: '5' });
  expect(actor.getSnapshot().context.wrong).toEqual(['name', 'mobile']);
  actor.send({ type: 'changed', field: 'mobile' });
  expect(actor.getSnapshot().context.wrong).toEqual(['name']);
});
