import { countFinished } from '@haat/contract/shops/setup-steps';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { useSetup } from './setup-query.ts';

/** How far the first steps of a shop are, with the way to them; nothing once the list is closed. */
export function SetupProgress({ shopId, slug }: { shopId: number; slug: string }) {
  const t = useText();
  const { data: setup } = useSetup(shopId);
  if (!setup || setup.closed) return null;
  const progress = t('setup.progress', { done: countFinished(setup.steps), total: setup.steps.length });
  return (
    <Link className={buttonClass('secondary')} to={`/${slug}/admin/dashboard`}>
      {t('setup.title')}: {progress}
    </Link>
  );
}
