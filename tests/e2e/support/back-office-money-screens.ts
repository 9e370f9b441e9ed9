import type { Page } from '@playwright/test';
import { mockCashReport } from './mock-cash-report.ts';
import { mockCustomers } from './mock-customers.ts';
import { mockReport } from './mock-report.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

const SHOP = '/mysuru-sweets';

/** A sale with two items, one of which is parked, and a line that is open. */
async function addItems(page: Page, t: Texts): Promise<void> {
  const items = page.getByRole('list', { name: t('counterSale.items') }).getByRole('button');
  await items.nth(2).click();
  await page.getByRole('button', { name: t('counterSale.park'), exact: true }).click();
  await items.nth(0).click();
  await items.nth(1).click();
  await page
    .getByRole('list', { name: t('counterSale.lines') })
    .getByRole('button')
    .first()
    .click();
}

async function payInCash(page: Page, t: Texts): Promise<void> {
  await addItems(page, t);
  await page.getByRole('button', { name: t('counterSale.cash'), exact: true }).click();
  await page.getByRole('textbox', { name: t('counterSale.received') }).waitFor();
}

/** Counter sales, reports, cash and customers of a shop. */
export const BACK_OFFICE_MONEY_SCREENS: readonly Screen[] = [
  { name: 'counter-sale', who: 'vendor', path: `${SHOP}/counter-sale`, act: addItems },
  { name: 'counter-sale-cash', isState: true, who: 'vendor', path: `${SHOP}/counter-sale`, act: payInCash },
  {
    name: 'counter-sale-upi',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await addItems(page, t);
      await page.getByRole('button', { name: t('counterSale.upi'), exact: true }).click();
      await page.getByRole('button', { name: t('counterSale.takeUpi'), exact: true }).waitFor();
    },
  },
  {
    name: 'counter-sale-take-back',
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await payInCash(page, t);
      await page.getByRole('button', { name: t('counterSale.exact') }).click();
      await page.getByRole('button', { name: t('counterSale.takeBack') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'counter-sale-find',
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await payInCash(page, t);
      await page.getByRole('button', { name: t('counterSale.exact') }).click();
      await page.getByRole('region', { name: t('counterSale.lastSale') }).waitFor();
      await page.getByRole('button', { name: t('counterSale.find'), exact: true }).click();
      await page.getByRole('list', { name: t('counterSale.found') }).waitFor();
    },
  },
  {
    name: 'counter-sale-sold',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await payInCash(page, t);
      await page.getByRole('button', { name: t('counterSale.exact') }).click();
      await page.getByRole('region', { name: t('counterSale.lastSale') }).waitFor();
    },
  },
  {
    name: 'reports',
    who: 'vendor',
    path: `${SHOP}/admin/reports`,
    given: (page) => mockReport(page),
    act: (page) => page.getByRole('table').last().waitFor(),
  },
  {
    name: 'reports-own-days',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/reports?from=2025-11-21&to=2026-11-21&by=product`,
    given: (page) => mockReport(page),
    act: (page) => page.getByRole('table').last().waitFor(),
  },
  {
    name: 'cash-report',
    who: 'vendor',
    path: `${SHOP}/admin/cash-report`,
    act: (page) => page.locator('dl').waitFor(),
  },
  {
    name: 'cash-report-cash',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/cash-report?day=2026-11-20`,
    given: (page) => mockCashReport(page),
    act: (page) => page.getByRole('table').first().waitFor(),
  },
  {
    name: 'count-cash',
    who: 'vendor',
    path: `${SHOP}/admin/cash-report?day=2026-11-20`,
    given: (page) => mockCashReport(page),
    act: async (page, t) => {
      await page.getByRole('button', { name: `${t('cashClose.correct')}: ${t('cashClose.all')}` }).click();
      await page.getByText(t('cashClose.byNotes')).click();
    },
  },
  {
    name: 'customers',
    who: 'vendor',
    path: `${SHOP}/admin/customers`,
    given: mockCustomers,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'customer',
    who: 'vendor',
    path: `${SHOP}/admin/customers/899`,
    given: mockCustomers,
    act: (page) => page.getByRole('table').waitFor(),
  },
];
