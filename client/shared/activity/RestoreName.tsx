import { renameCategory, renameUnit } from '@haat/contract/catalog/categories-and-units.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textOf } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

type Props = {
  kind: 'category' | 'unit';
  id: number;
  shopId: number;
  /** The former name, and the one that it was replaced by. */
  name: string;
  seen: string;
};

/** Gives a category or unit its former name back, unless it was renamed again since. */
export function RestoreName({ kind, id, shopId, name, seen }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(kind === 'unit' ? renameUnit : renameCategory, { params: { id }, body: { name, seen } }),
    onSuccess: () => {
      void showText('success', textOf('categories.renamed', { name }));
      return queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.activity(shopId) });
    },
  });
  const refusal = useRefusalText('categories.failed')(error);
  return (
    <>
      <Button look="quiet" disabled={isPending} onClick={() => mutate()}>
        {t('activity.restoreName', { name })}
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
