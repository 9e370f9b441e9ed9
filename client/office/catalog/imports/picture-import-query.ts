import { listPictureImports } from '@haat/contract/catalog/picture-imports.calls';
import { reasonOf } from '@haat/contract/reason';
import { queryOptions } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import type { ZipRefusal } from './open-zip.ts';

/** The last imports of pictures of a shop, newest first. */
export const pictureImportsQuery = (shopId: number) =>
  queryOptions({
    queryKey: ['picture-imports', shopId],
    queryFn: ({ signal }) => call(listPictureImports, { params: { shopId }, signal }),
    staleTime: 0,
  });

const REFUSALS = ['not_zip', 'too_large', 'too_many', 'empty'] as const satisfies readonly ZipRefusal[];

/** Why a ZIP file was refused, or a call about it failed. */
export function usePictureProblem(): (error: unknown) => string | undefined {
  const t = useText();
  return useCallback(
    (error) => {
      if (!error) return undefined;
      const refusal = REFUSALS.find((each) => each === error || each === (error as { refusal?: unknown }).refusal);
      if (refusal) return t(`import.pictures.refused.${refusal}`);
      const { code } = reasonOf(error);
      if (code === 'network') return t('import.network');
      return t(code === 'import_conflict' ? 'import.pictures.conflict' : 'import.failedCall');
    },
    [t],
  );
}
