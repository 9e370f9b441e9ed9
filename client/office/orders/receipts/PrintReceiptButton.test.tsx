import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOrder, sampleSettings } from '../../../test/samples.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { stubServer } from '../../../test/stub-server.ts';
import { PrintingNotices } from './PrintingNotices.tsx';
import { PrintReceiptButton } from './PrintReceiptButton.tsx';
import { ReceiptPrinterButton } from './ReceiptPrinterButton.tsx';

// happy-dom has no Web Bluetooth and no print dialog; with both the browser tests work.
const print = vi.fn();

const show = (changes = {}) =>
  renderScreen(
    <>
      <ReceiptPrinterButton />
      <PrintReceiptButton order={sampleOrder(changes)} />
      <PrintingNotices />
    </>,
    { path: '*', at: '/dairy/shop-orders' },
  );

/** Whether the dialog has printed. */
async function answer(text: 'Yes' | 'No'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: text }));
}

const sheet = () => document.querySelector<HTMLElement>('body > [aria-hidden]');

beforeEach(() => {
  localStorage.clear();
  stubServer({});
  vi.stubGlobal('print', print.mockReset());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('opens the print dialog with the receipt when no printer is chosen', async () => {
  print.mockImplementation(() => expect(sheet()?.textContent).toContain('Collect ₹250.00 in cash'));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  expect(print).toHaveBeenCalledOnce();
  expect(sheet()?.textContent).not.toContain('COPY');
});

it('records for the timeline of the order which revision was printed', async () => {
  const calls = stubServer({ 'POST /api/orders/4/prints': () => new Response(null, { status: 204 }) });
  show({ revision: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await answer('Yes');
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/api/orders/4/prints').map(({ body }) => body)).toEqual([
      { revision: 2 },
    ]),
  );
});

it('removes the receipt from the page at the next user input', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  expect(sheet()).toBeTruthy();
  await userEvent.keyboard('a');
  expect(sheet()).toBeNull();
  expect(document.adoptedStyleSheets).toHaveLength(0);
});

it('offers a copy of a printed receipt, also after a reload', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await answer('Yes');
  cleanup();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print copy: H000004' }));
  await waitFor(() => expect(sheet()?.textContent).toContain('COPY'));
});

it('asks, also after a reload, whether the dialog has printed, and prints no copy of what did not', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await screen.findByRole('group', { name: 'Did the receipt for H000004 print?' });
  cleanup();
  show();
  await answer('No');
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  expect(sheet()?.textContent).not.toContain('COPY');
});

it('has what the shop prints on its receipts', async () => {
  const settings = sampleSettings({ receipt_foot: 'Thank you', gstin: '29AAPFU0939F1ZR' });
  stubServer({ 'GET /api/shops/3/settings': () => Response.json(settings) });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await waitFor(() => expect(sheet()?.textContent).toContain('Thank you'));
  expect(sheet()?.textContent).toContain('GSTIN 29AAPFU0939F1ZR');
});

it('prints a changed order as its revision, which is no copy', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await answer('Yes');
  cleanup();
  show({ revision: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  await waitFor(() => expect(sheet()?.textContent).toContain('Changed order, version 2'));
  expect(sheet()?.textContent).not.toContain('COPY');
  await answer('Yes');
  screen.getByRole('button', { name: 'Print copy: H000004' });
});

it('escapes what a customer wrote', async () => {
  show({ customer_name: '<img src=x onerror=alert(1)>\u202Egnp', note: '<b>Ring\u202E twice' });
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  expect(sheet()?.querySelector('img')).toBeNull();
  expect(sheet()?.textContent).toContain('<img src=x onerror=alert(1)>gnp');
  expect(sheet()?.textContent).toContain('Note: <b>Ring twice');
});

it('reports missing Bluetooth support, and still prints through the dialog', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Receipt printer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose printer' }));
  const alert = within(await screen.findByRole('alertdialog'));
  expect(alert.getByText(/^This browser does not support Bluetooth printers/)).toBeTruthy();
  await userEvent.click(alert.getByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt: H000004' }));
  expect(print).toHaveBeenCalledOnce();
});

it('stores the paper width, and how QR codes are printed', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Receipt printer' }));
  await userEvent.click(screen.getByRole('radio', { name: /80 mm wide/ }));
  expect(localStorage.getItem('receiptColumns')).toBe('48');
  await userEvent.click(screen.getByRole('radio', { name: /Sent as a picture/ }));
  expect(localStorage.getItem('receiptCodes')).toBe('picture');
});
