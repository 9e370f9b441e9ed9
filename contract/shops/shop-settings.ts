import { isShopSlug } from './shop.ts';

/** The maximum delivery radius of a shop, in km. */
export const MAX_REACH_KM = 100;

/** The whole numbers that a shop sets for its orders, with their ranges. The database has the defaults. */
export const ORDER_SETTINGS = {
  acceptance_minutes: { min: 3, max: 1440, about: 'How long the shop, while open, has to accept an order' },
  cancel_grace_minutes: { min: 0, max: 60, about: 'How long a customer can cancel an accepted order' },
  remind_seconds: { min: 10, max: 3600, about: 'When the devices of the team are reminded of an order that waits' },
  alert_seconds: { min: 20, max: 3600, about: 'When an order that still waits is sent to the alert webhook' },
  preparation_minutes: { min: 1, max: 1440, about: 'How long the shop usually needs to prepare an order' },
  delivery_minutes: { min: 0, max: 1440, about: 'How much longer a delivery takes than a takeaway' },
  problem_hours: { min: 24, max: 168, about: 'How many hours after the delivery a customer can report a problem' },
  holding_minutes: { min: 10, max: 10_080, about: 'How long an order that is ready is kept for its customer' },
  answer_minutes: { min: 3, max: 60, about: 'How long a customer has to answer a proposed change of an order' },
} as const;
export type OrderSetting = keyof typeof ORDER_SETTINGS;
export const ORDER_SETTING_NAMES = Object.keys(ORDER_SETTINGS) as OrderSetting[];

/** The longest text that a shop prints above or below the items of its receipts, and its most lines. */
export const RECEIPT_TEXT_MAX = 200;
export const RECEIPT_TEXT_LINES = 4;

/** How many minutes longer a busy shop may take, for every order. */
export const RUSH_MINUTES = [0, 10, 20, 30] as const;
export type RushMinutes = (typeof RUSH_MINUTES)[number];

/** The maximum of a shop's minimum order value, in rupees. */
export const MAX_MINIMUM_ORDER = 100_000;

/** Lower-case letters, digits and single hyphens, with at least one letter: slugs are printed, read aloud and typed. */
const NEW_SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const SHORTEST = 3;
const LONGEST = 40;

type SlugProblem = 'length' | 'letters' | 'reserved';

/**
 * First path segments that lead to the server itself, or would look like the platform's own. Links of a new shop do not begin
 * with them; a shop that has one keeps it.
 */
const SERVER_SEGMENTS: readonly string[] = [
  'admin',
  'api',
  'assets',
  'catalog-pictures',
  'constructor',
  'icons',
  'images',
  'index',
  'live',
  'login',
  'logout',
  'manifest',
  'metrics',
  'payment-sandbox',
  'ready',
  'robots',
  'static',
  'support',
  'sw',
  'unsubscribe',
  'uploads',
  'well-known',
];

/** Why a new shop cannot have that slug; undefined when it can, unless another shop has it. */
export function slugProblem(slug: string): SlugProblem | undefined {
  if (slug.length < SHORTEST || slug.length > LONGEST) return 'length';
  if (!NEW_SLUG.test(slug)) return 'letters';
  return isShopSlug(slug) && !SERVER_SEGMENTS.includes(slug) ? undefined : 'reserved';
}

/** A slug derived from a shop's name; empty if the name has no Latin letters or digits. */
export function slugFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, LONGEST);
  return words.replaceAll(/^-|-$/g, '');
}

/** Validation messages of the API; the screens have their own texts. */
export const SLUG_PROBLEMS: Record<SlugProblem, string> = {
  length: `must have ${SHORTEST} to ${LONGEST} characters`,
  letters: 'must consist of lowercase letters, digits and single hyphens, with at least one letter',
  reserved: 'is reserved',
};
