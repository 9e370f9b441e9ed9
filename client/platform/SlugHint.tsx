import { listAllShops } from '@haat/contract/platform/operator-shops.calls';
import { shopLink } from '@haat/contract/shops/shop-code';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { publicAddress } from '../lib/public-address.ts';
import { useSettled } from '../lib/use-settled.ts';
import looks from '../ui/looks.module.css';
import styles from './Operator.module.css';

/** Why a shop was not created or changed. */
export const SLUG_TEXTS = { failed: 'operator.failed', own: { slug_taken: 'operator.slugTaken' } } as const;

/** The address of a slug as it is typed: its problem, or whether it is free. */
export function SlugHint({ slug }: { slug: string }) {
  const t = useText();
  const isTaken = useSlugTaken(slug);
  const problem = slug === '' ? undefined : slugProblem(slug);
  return (
    <div className={styles.hint} role="status">
      {slug === '' ? <p>{t('operator.slugHint')}</p> : null}
      {problem ? <p>{t(`operator.slug.${problem}`)}</p> : null}
      {slug !== '' && !problem ? <p>{shopLink(publicAddress(), slug)}</p> : null}
      {isTaken === true ? <p className={looks.bad}>{t('operator.slug.taken')}</p> : null}
      {isTaken === false ? <p className={looks.good}>{t('operator.slug.free')}</p> : null}
    </div>
  );
}

const DEBOUNCE_MS = 400;

/** Whether another shop has the slug; undefined until it is known. Debounced. */
function useSlugTaken(slug: string): boolean | undefined {
  const debounced = useSettled(slug, DEBOUNCE_MS);
  const isPossible = debounced === slug && slugProblem(slug) === undefined;
  const query = { limit: 1, slug: debounced };
  const { data } = useCall(listAllShops, { query }, { enabled: isPossible, staleTime: 0 });
  return isPossible && data ? data.length > 0 : undefined;
}
