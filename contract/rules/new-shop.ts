import { isShopSlug } from './shop-slug.ts';

/** Of small letters, digits and single hyphens, with a letter in it: it is printed, read aloud and typed. */
const NEW_SLUG = /^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const SHORTEST = 3;
const LONGEST = 40;

export type SlugProblem = 'length' | 'letters' | 'reserved';

/** Why a new shop cannot have that slug; undefined when it can, unless another shop has it. Spec section 1. */
export function slugProblem(slug: string): SlugProblem | undefined {
  if (slug.length < SHORTEST || slug.length > LONGEST) return 'length';
  if (!NEW_SLUG.test(slug)) return 'letters';
  return isShopSlug(slug) ? undefined : 'reserved';
}

/** A slug made of a shop's name, as far as it has letters for one. */
export function slugFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, LONGEST);
  return words.replaceAll(/^-|-$/g, '');
}

/** What is said of each, in English; the screens have their own texts. */
export const SLUG_PROBLEMS: Record<SlugProblem, string> = {
  length: `must have ${SHORTEST} to ${LONGEST} characters`,
  letters: 'must be small letters, digits and single hyphens between them, with at least one letter',
  reserved: 'is the address of one of our own pages',
};
