import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { categoriesQuery, unitsQuery } from './editor-queries.ts';
import { FormSkeleton } from './FormSkeleton.tsx';

type Options = { categories: readonly CategoryView[]; units: readonly NamedView[] };
type Props = { shopId: number; children: (options: Options) => ReactNode };

/** What a product is sorted by and sold in, before its form is shown. */
export function WithOptions({ shopId, children }: Props) {
  const t = useText();
  const categories = useQuery(categoriesQuery(shopId));
  const units = useQuery(unitsQuery(shopId));
  if (categories.data && units.data) return children({ categories: categories.data, units: units.data });
  if (!categories.error && !units.error) return <FormSkeleton />;
  const retry = () => {
    for (const query of [categories, units]) if (query.error) void query.refetch();
  };
  return <LoadFailure text={t('productForm.optionsFailed')} onRetry={retry} />;
}
