import { renameCategory, renameUnit } from '@haat/contract/catalog/categories-and-units.calls';
import { textOf } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';

type Props = {
  kind: 'category' | 'unit';
  id: number;
  /** The former name, and the one that it was replaced by. */
  name: string;
  seen: string;
};

/** Gives a category or unit its former name back, unless it was renamed again since. */
export function RestoreName({ kind, id, name, seen }: Props) {
  const t = useText();
  const { send, isSending, refusal } = useChange(kind === 'unit' ? renameUnit : renameCategory, {
    failed: 'categories.failed',
    onDone: () => void showText('success', textOf('categories.renamed', { name })),
  });
  return (
    <>
      <Button look="quiet" disabled={isSending} onClick={() => send({ params: { id }, body: { name, seen } })}>
        {t('activity.restoreName', { name })}
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
