import type { Page } from '@playwright/test';
import type { Texts } from './texts.ts';

/** The words of products that the Hindi screens say in Hindi. */
const HINDI: Record<string, string> = { ghee: 'घी', curd: 'दही', paneer: 'पनीर' };

/** Adds the first product whose card has this word, in the language of the screens. */
export async function addToCart(page: Page, word: string): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: new RegExp([word, HINDI[word] ?? word].join('|'), 'i') });
  await card.first().locator('button:not([aria-pressed])').last().click();
  await cartBar(page).waitFor();
}

/** From the catalog to the review of the order. */
export async function toOrder(page: Page): Promise<void> {
  await cartBar(page).click();
  await page.locator('input[type=radio]').first().waitFor();
}

/** Chooses takeaway, and says who picks up. */
export async function chooseTakeaway(page: Page): Promise<void> {
  await page.locator('input[value=takeaway]').check();
  await page.locator('input[name=name]').fill('Test Customer');
  await page.locator('input[name=phone]').fill('9876543210');
}

/** Opens the menu of the header. */
export async function openMenu(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('menu.open') }).click();
  await page.getByRole('dialog', { name: t('menu.label') }).waitFor();
}

/** Agrees on the consent page, which answers with an alert. */
export async function agreeToTerms(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('consent.agree') }).click();
  await page.getByRole('alertdialog').waitFor();
}

const cartBar = (page: Page) => page.locator('a[href$="/order"]').last();
