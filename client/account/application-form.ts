import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { applyForShopBody, type ShopApplicationFields } from '@haat/contract/platform/shop-applications.calls';
import { gstinIn } from '@haat/contract/shops/gstin';
import type { Trade } from '@haat/contract/platform/shop-application';
import { slugFrom, slugProblem } from '@haat/contract/shops/shop-settings';
import { useState } from 'react';
import type { TextId } from '../i18n/use-text.ts';
import { randomKey } from '../lib/storage.ts';
import { readTab, storeInTab, textsIn } from '../lib/tab-storage.ts';
import { bodyOf, problemsOf, rulesOf } from '../ui/use-form.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';

/** The form of an application as typed. */
export type ApplicationValues = {
  applicant_name: string;
  name: string;
  slug: string;
  trade: Trade | '';
  mobile: string;
  street: string;
  pin_code: string;
  gstin: string;
  fssai_licence: string;
};
export type ApplicationProblems = Partial<Record<keyof ApplicationValues, TextId>>;

const EMPTY: ApplicationValues = {
  applicant_name: '',
  name: '',
  slug: '',
  trade: '',
  mobile: '',
  street: '',
  pin_code: '',
  gstin: '',
  fssai_licence: '',
};

/** `key`: the idempotency key; a changed form is another request. */
type Draft = { typed: Partial<ApplicationValues>; key: string };

/**
 * The form of an application: entries of this tab override the values of the profile. The web address follows the name until
 * it is edited.
 */
export function useApplicationForm() {
  const { user } = useSession();
  const [{ typed, key }, setDraft] = useState(readDraft);
  const mobile = typed.mobile ?? user?.mobile ?? user?.login_mobile ?? '';
  const values: ApplicationValues = { ...EMPTY, ...typed, mobile };
  const set = (draft: Draft) => {
    setDraft(draft);
    storeInTab(DRAFT_KEY, draft);
  };
  const change = (changes: Partial<ApplicationValues>) => {
    const isFollowing = changes.name !== undefined && values.slug === slugFrom(values.name);
    const slug = isFollowing ? { slug: slugFrom(changes.name ?? '') } : {};
    set({ typed: { ...typed, ...changes, ...slug }, key: randomKey() });
  };
  const clear = () => set({ typed: {}, key: randomKey() });
  return { values, key, change, clear, isTyped: Object.values(typed).some((text) => text !== '') };
}

const RULES = rulesOf(applyForShopBody);

const TEXTS: ApplicationProblems = {
  name: 'settings.nameMissing',
  trade: 'sell.tradeMissing',
  street: 'sell.streetMissing',
  pin_code: 'address.zipWrong',
  fssai_licence: 'sell.fssaiWrong',
};

/** Problems by field, by the rules of the server. `asksName`: the account has no name. */
export function applicationProblems(values: ApplicationValues, asksName: boolean): ApplicationProblems {
  const problems = problemsOf({ body: applyForShopBody, texts: TEXTS }, values);
  const slug = slugProblem(values.slug);
  if (asksName && values.applicant_name.trim() === '') problems.applicant_name = 'profile.nameMissing';
  if (slug) problems.slug = `operator.slug.${slug}`;
  if (shopPhoneIn(values.mobile) === undefined) problems.mobile = 'settings.phoneWrong';
  if (values.gstin.trim() !== '' && gstinIn(values.gstin) === undefined) problems.gstin = 'settings.gstinWrong';
  return problems;
}

/** The maximum length of a field. */
export const limitOf = (field: keyof ApplicationValues) => ({ maxLength: RULES[field]?.max });

/** The body of the request. Only for values without problems. */
export const toApplication = (values: ApplicationValues) => bodyOf(RULES, values) as ShopApplicationFields;

const DRAFT_KEY = 'shopApplication';

// Kept in this tab, so that the login loses nothing.
function readDraft(): Draft {
  const { typed, key } = (readTab(DRAFT_KEY) ?? {}) as Partial<Draft>;
  const known = Object.entries(textsIn(typed)).filter(([field]) => field in EMPTY);
  return { typed: Object.fromEntries(known), key: typeof key === 'string' ? key : randomKey() };
}
