import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Footer } from '../app/Layout.tsx';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor } from '../test/stub-server.ts';
import { AboutScreen, ConsentScreen, HelpScreen, PrivacyScreen, TermsScreen } from './StaticScreens.tsx';

beforeEach(() => void stubServer({}));
afterEach(cleanup);

const show = (page: ReactElement) => renderScreen(page, { path: '/page', at: '/page' });
const sections = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it('About: the hero, who we are, what we offer, the mission, and a way to start', async () => {
  show(<AboutScreen />);
  screen.getByRole('heading', { level: 1, name: 'About Haat' });
  screen.getByText('The shops around you, one tap away.');
  expect(sections()).toEqual([
    'Who we are',
    'What we offer: a dashboard of shops',
    'What we offer: tools for vendors',
    'What we offer: customer support',
    'Our mission',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Get Started' }));
  await screen.findByText('went to /');
});

it('Help: what people ask, whom to write to, and when', () => {
  show(<HelpScreen />);
  screen.getByRole('heading', { level: 1, name: 'Help' });
  expect(sections()).toEqual([
    'How do I track my order?',
    'I am a vendor. How do I add a product?',
    'I cannot log in. What should I do?',
    'How can I pay?',
    'I paid online but see no order. What should I do?',
    'Contact support',
  ]);
  screen.getByText(/Order History/, { selector: 'section:nth-of-type(1) p' });
  screen.getByText(/Add Product/);
  screen.getByText(/card, UPI or wallet/);
  screen.getByText(/24\/7/);
  screen.getByText(/Live chat Mon–Fri 9 AM–6 PM IST/);
  expect([hrefOf(/@/), hrefOf('Chat')]).toEqual(['mailto:help@haat.example', 'mailto:help@haat.example']);
});

it('Privacy: what is collected and why, cookies, consent, third parties, rights, changes, contact', () => {
  show(<PrivacyScreen />);
  screen.getByRole('heading', { level: 1, name: 'Privacy Policy' });
  expect(sections()).toEqual([
    'What we collect',
    'What we use it for',
    'Cookies and storage',
    'Consent',
    'Third parties',
    'Your rights',
    'Changes',
    'Contact',
  ]);
  screen.getByText(
    /name, email address, mobile number and delivery addresses, how you use the app, and the type of device/,
  );
});

it('Terms: ten sections', () => {
  show(<TermsScreen />);
  screen.getByRole('heading', { level: 1, name: 'Terms of Service' });
  expect(sections()).toEqual([
    '1. Acceptance',
    '2. Use of the service',
    '3. Conduct',
    '4. Payments',
    '5. Termination',
    '6. Intellectual property',
    '7. Liability',
    '8. Modifications',
    '9. Governing law',
    '10. Contact',
  ]);
  screen.getByText(/non-refundable unless required by law/);
});

it('Consent: agreeing only confirms to a guest, and both policies are one tap away', async () => {
  show(<ConsentScreen />);
  screen.getByRole('heading', { level: 1, name: 'Consent & Communication' });
  expect([hrefOf('Privacy Policy'), hrefOf('Terms of Service')]).toEqual(['/privacy-policy', '/terms-of-service']);
  await userEvent.click(screen.getByRole('button', { name: 'I Agree & Continue' }));
  screen.getByRole('alertdialog', { name: 'Thank you. Your consent will be recorded when you log in.' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  screen.getByRole('heading', { level: 1, name: 'Consent & Communication' });
});

it('Consent: records that of a logged-in user, with the optional purposes that are in force', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const given = { version: '2026-11-01', purposes: ['account', 'offers', 'orders'], at: '2026-11-01T10:00:00.000Z' };
  const calls = stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: null,
      email: 'a@b.in',
      mobile: null,
      login_mobile: null,
      profile_image: null,
    }),
    'GET /api/users/me/consents': () => [given],
    'POST /api/users/me/consents': () => given,
  });
  show(<ConsentScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'I Agree & Continue' }));
  await screen.findByRole('alertdialog', { name: 'Thank you. Your consent has been recorded.' });
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ purposes: ['account', 'offers', 'orders'] });
  localStorage.clear();
});

it('Consent: says when it could not be recorded', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({ 'GET /api/users/me/consents': () => errorResponse(503, 'unavailable', '') });
  show(<ConsentScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'I Agree & Continue' }));
  await screen.findByRole('alertdialog', { name: 'Your consent could not be recorded. Please try again.' });
  localStorage.clear();
});

it('the footer of every screen leads to them, and has the copyright line', () => {
  show(<Footer />);
  expect(['About', 'Help', 'Privacy Policy', 'Terms of Service'].map(hrefOf)).toEqual([
    '/about',
    '/help',
    '/privacy-policy',
    '/terms-of-service',
  ]);
  screen.getByText(`© ${new Date().getFullYear()} Haat. All rights reserved.`);
});
