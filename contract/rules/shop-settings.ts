import { isShopSlug } from './shop.ts';

/** The maximum delivery radius of a shop, in km. */
export const MAX_REACH_KM = 100;

/** The maximum of a shop's minimum order value, in rupees. */
export const MAX_MINIMUM_ORDER = 100_000;

/** Lower-case letters, digits and single hyphens, with at least one letter: slugs are printed, read aloud and typed. */
const NEW_SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const SHORTEST = 3;
const LONGEST = 40;

type SlugProblem = 'length' | 'letters' | 'reserved';

/** Why a new shop cannot have that slug; undefined when it can, unless another shop has it. */
export function slugProblem(slug: string): SlugProblem | undefined {
  if (slug.length < SHORTEST || slug.length > LONGEST) return 'length';
  if (!NEW_SLUG.test(slug)) return 'letters';
  return isShopSlug(slug) ? undefined : 'reserved';
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
