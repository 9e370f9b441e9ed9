import { checkSlug } from '@haat/contract/platform/shop-applications.calls';
import { shopLink } from '@haat/contract/shops/shop-code';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { publicAddress } from '../lib/public-address.ts';
import { useSettled } from '../lib/use-settled.ts';

/** The texts of a slug field while the user types: the address of the shop, and whether it is free or has a problem. */
export function useSlugTexts(slug: string): { hint: string; problem: string | undefined } {
  const t = useText();
  const isAvailable = useSlugAvailable(slug);
  if (slug === '') return { hint: t('operator.slugHint'), problem: undefined };
  const problem = slugProblem(slug);
  if (problem) return { hint: t(`operator.slug.${problem}`), problem: undefined };
  const link = shopLink(publicAddress(), slug);
  if (isAvailable === false) return { hint: link, problem: t('operator.slug.taken') };
  return { hint: isAvailable ? `${link} ✓ ${t('operator.slug.free')}` : link, problem: undefined };
}

const DEBOUNCE_MS = 400;

/** Whether a new shop can have the slug; undefined until it is known. Debounced. */
function useSlugAvailable(slug: string): boolean | undefined {
  const debounced = useSettled(slug, DEBOUNCE_MS);
  const isPossible = debounced === slug && slugProblem(slug) === undefined;
  const { data } = useCall(checkSlug, { params: { slug: debounced } }, { enabled: isPossible, staleTime: 0 });
  return isPossible ? data?.available : undefined;
}
