import { slugProblem } from '@haat/contract/rules/new-shop';
import { shopLink } from '@haat/contract/rules/shop-code';
import { useText } from '../../i18n/use-text.ts';
import { publicAddress } from '../../lib/public-address.ts';
import styles from './Operator.module.css';
import { useSlugTaken } from './use-slug-taken.ts';

/** Says while a slug is typed what address it makes, whether it can be one, and whether it is free. */
export function SlugHint({ slug }: { slug: string }) {
  const t = useText();
  const isTaken = useSlugTaken(slug);
  const problem = slug === '' ? undefined : slugProblem(slug);
  return (
    <div className={styles.hint} role="status">
      {slug === '' ? <p>{t('operator.slugHint')}</p> : null}
      {problem ? <p>{t(`operator.slug.${problem}`)}</p> : null}
      {slug !== '' && !problem ? <p>{shopLink(publicAddress(), slug)}</p> : null}
      {isTaken === true ? <p className={styles.taken}>{t('operator.slug.taken')}</p> : null}
      {isTaken === false ? <p className={styles.free}>{t('operator.slug.free')}</p> : null}
    </div>
  );
}
