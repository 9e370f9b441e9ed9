import type { NewShopFields } from '@haat/contract/api/operator.schema';
import { isEmail } from '@haat/contract/rules/email';
import { slugProblem } from '@haat/contract/rules/new-shop';
import type { TextId } from '../../i18n/text-id.ts';
import { isAmount } from '../settings/settings-entries.ts';

/** What the fields of a new shop hold, as they are typed. */
export type NewShopEntries = {
  name: string;
  slug: string;
  trade: string;
  address: string;
  minordervalue: string;
  admin_email: string;
};
export type NewShopProblems = Partial<Record<keyof NewShopEntries, TextId>>;

export const EMPTY_SHOP: NewShopEntries = {
  name: '',
  slug: '',
  trade: '',
  address: '',
  minordervalue: '200',
  admin_email: '',
};

/** What is wrong with a new shop, by field, as the server would refuse it. */
export function newShopProblems(entries: NewShopEntries): NewShopProblems {
  const problems: NewShopProblems = {};
  const slug = slugProblem(entries.slug);
  if (entries.name.trim() === '') problems.name = 'settings.nameMissing';
  if (slug) problems.slug = `operator.slug.${slug}`;
  if (!isAmount(entries.minordervalue)) problems.minordervalue = 'settings.minimumWrong';
  if (!isEmail(entries.admin_email)) problems.admin_email = 'profile.emailWrong';
  return problems;
}

/** The entries as the server takes them. */
export function newShopBody(entries: NewShopEntries): NewShopFields {
  return {
    name: entries.name.trim(),
    slug: entries.slug,
    trade: entries.trade.trim() || null,
    address: entries.address.trim() || null,
    minordervalue: Number(entries.minordervalue),
    admin_email: entries.admin_email.trim(),
  };
}
