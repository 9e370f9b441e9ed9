import { cleanup, screen, waitFor } from '@testing-library/react';
import type { Contact } from '@haat/contract/accounts/contact';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer } from '../../test/stub-server.ts';
import { CodeForm } from './CodeForm.tsx';

const TEXTS = { lead: 'login.sentTo', send: 'login.login', sending: 'login.loggingIn' } as const;

type Options = CredentialRequestOptions & { otp?: { transport: string[] } };

/** A browser that reads messages; `arrive` is the message with the code. */
function readMessages() {
  const requests: Options[] = [];
  const message = Promise.withResolvers<{ code: string }>();
  vi.stubGlobal('OTPCredential', () => {});
  const get = (request: Options) => {
    requests.push(request);
    return message.promise;
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return { requests, arrive: (code: string) => message.resolve({ code }), deny: () => message.reject(new Error('no')) };
}

function show(contact: Contact, isIrreversible = false) {
  stubServer({});
  const onGiven = vi.fn();
  const props = { contact, texts: TEXTS, challenge: undefined, isBusy: false, problem: undefined, isIrreversible };
  const { unmount } = renderScreen(<CodeForm {...props} onGiven={onGiven} onResend={() => {}} />, {
    path: '*',
    at: '/dairy/login',
  });
  return { onGiven, unmount };
}

const field = () => screen.getByLabelText<HTMLInputElement>('OTP');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

it('enters and sends the code of a message to this phone', async () => {
  const { requests, arrive } = readMessages();
  const { onGiven } = show({ mobile: '9876543210' });
  expect(requests.map(({ otp }) => otp)).toEqual([{ transport: ['sms'] }]);
  arrive('012345');
  await waitFor(() => expect(onGiven).toHaveBeenCalledExactlyOnceWith('012345'));
  expect(field().value).toBe('012345');
});

it('only fills in a code that confirms what cannot be undone', async () => {
  const { arrive } = readMessages();
  const { onGiven } = show({ mobile: '9876543210' }, true);
  arrive('012345');
  await waitFor(() => expect(field().value).toBe('012345'));
  expect(onGiven).not.toHaveBeenCalled();
});

it('stops waiting for the message when the form is left', async () => {
  const { requests, arrive } = readMessages();
  const { onGiven, unmount } = show({ mobile: '9876543210' });
  unmount();
  expect(requests[0]?.signal?.aborted).toBe(true);
  arrive('012345');
  await Promise.resolve();
  expect(onGiven).not.toHaveBeenCalled();
});

it('leaves the code to be typed where the browser may not read messages', async () => {
  const { deny } = readMessages();
  const { onGiven } = show({ mobile: '9876543210' });
  deny();
  await Promise.resolve();
  expect([field().value, onGiven.mock.calls]).toEqual(['', []]);
});

it('waits for no message where the code is mailed, and needs no such browser', () => {
  const { requests } = readMessages();
  show({ email: 'a@b.in' });
  expect(requests).toEqual([]);
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  Reflect.deleteProperty(window, 'OTPCredential');
  show({ mobile: '9876543210' });
  expect(field().value).toBe('');
});
