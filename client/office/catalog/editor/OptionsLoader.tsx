import type { CategoryView, NamedView } from '@haat/contract/catalog/products.calls';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Stack } from '../../../ui/Card.tsx';
import { LoadFailure } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { categoriesQuery, unitsQuery } from './editor-queries.ts';

type Options = { categories: readonly CategoryView[]; units: readonly NamedView[] };
type Props = { shopId: number; children: (options: Options) => ReactNode };

/** Loads the categories and units of the form. */
export function OptionsLoader({ shopId, children }: Props) {
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

/** The shape of the form while it loads. */
export function FormSkeleton() {
  return (
    <Stack gap={5}>
      <Skeleton height="420px" radius="var(--radius-card)" />
      <Skeleton height="280px" radius="var(--radius-card)" />
      <Skeleton height="320px" radius="var(--radius-card)" />
    </Stack>
  );
}
