import { reasonOf } from '@haat/contract/reason';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props = { refusal: string | undefined; error: unknown; onReload: () => void };

/** Why settings were not saved; after a change by someone else, with the way to the present ones. */
export function SaveRefusal({ refusal, error, onReload }: Props) {
  const t = useText();
  if (!refusal) return null;
  return (
    <Notice tone="error">
      <p>{refusal}</p>
      {reasonOf(error).code === 'edit_conflict' ? (
        <Button look="secondary" onClick={onReload}>
          {t('settings.reload')}
        </Button>
      ) : null}
    </Notice>
  );
}
