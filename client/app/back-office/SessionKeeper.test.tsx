import { listMembers } from '@haat/contract/accounts/team.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useCall } from '../../lib/call-query.ts';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { SessionKeeper } from './SessionKeeper.tsx';

const claims = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const me = { id: 7, name: 'V', email: 'v@dairy.example', mobile: null, ...claims };

function Form() {
  const { shopSlug } = useSession();
  const send = useSessionSend();
  const { data: team } = useCall(listMembers, { params: { shopId: 3 } });
  return (
    <>
      <p>{shopSlug}</p>
      <p>{team ? 'The team is known' : 'The team is to come'}</p>
      <label>
        Price <input />
      </label>
      <button type="button" onClick={() => send({ type: 'logout' })}>
        End
      </button>
    </>
  );
}

function show() {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  let hasRead = false;
  stubServer({
    'GET /api/users/me': () => me,
    'GET /api/shops/3/members': () => {
      if (hasRead) return new Promise(() => {});
      hasRead = true;
      return [];
    },
    'POST /api/auth/send-token': () => ({ message: 'sent', resend_after: 30 }),
    'POST /api/auth/login-with-token': ({ body }) => {
      const { token: code } = body as { token: string };
      const sub = code === '111111' ? '7' : '8';
      return { token: tokenFor({ sub, ...claims }), refreshToken: 'r', user: { id: Number(sub) } };
    },
  });
  renderScreen(
    <SessionKeeper>
      <Form />
    </SessionKeeper>,
    { path: '*', at: '/dairy/admin/team' },
  );
}

async function logInWith(code: string) {
  const login = within(await screen.findByRole('dialog', { name: 'Login' }));
  await userEvent.type(login.getByLabelText('Email'), 'v@dairy.example');
  await userEvent.click(login.getByRole('button', { name: 'Send OTP' }));
  await userEvent.type(await login.findByLabelText('OTP'), code);
  await userEvent.click(login.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

const typed = () => screen.getByLabelText<HTMLInputElement>('Price').value;

async function typeAndEnd() {
  show();
  await screen.findByText('The team is known');
  await userEvent.type(await screen.findByLabelText('Price'), '12.50');
  await userEvent.click(screen.getByRole('button', { name: 'End' }));
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('shows the login of the shop over a screen whose session ended, and continues with what was typed', async () => {
  await typeAndEnd();
  const reason = 'You were logged out. New orders do not ring on this device. Log in to continue.';
  expect(within(await screen.findByRole('dialog')).getByRole('alert').textContent).toBe(reason);
  screen.getByText('dairy');
  screen.getByText('The team is known');
  await logInWith('111111');
  expect(typed()).toBe('12.50');
  screen.getByText('The team is known');
});

it('shows nothing that was typed or read to another user', async () => {
  await typeAndEnd();
  await logInWith('222222');
  await waitFor(() => expect(typed()).toBe(''));
  screen.getByText('The team is to come');
});

it('lets Esc leave the login open', async () => {
  await typeAndEnd();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false);
});
