import { listShopCategories, type ShopCategoryView } from '@haat/contract/catalog/categories-and-units.calls';
import { byPlace } from '@haat/contract/catalog/category-order';
import { useLingui } from '@lingui/react';
import { useMemo, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AddName } from './AddName.tsx';
import styles from './Categories.module.css';
import { CategoryOrder } from './CategoryOrder.tsx';
import { type MergeTarget, NameRow } from './NameRow.tsx';
import { UnusedNames } from './UnusedNames.tsx';

export type ListProps = { shopId: number; isOnline: boolean };

/** The categories that products of the shop have, or that it has added; below them, the shared ones that it does not use. */
export function CategoryList(props: ListProps) {
  const read = useCall(listShopCategories, { params: { shopId: props.shopId } }, { staleTime: 0 });
  return (
    <Loaded read={read} failed="categories.loadFailed" waiting={<Skeleton height="80vh" radius="var(--radius-card)" />}>
      {(stored) => <Categories {...props} stored={stored} />}
    </Loaded>
  );
}

function Categories({ shopId, isOnline, stored }: ListProps & { stored: readonly ShopCategoryView[] }) {
  const t = useText();
  const [mode, setMode] = useState<'add' | 'order'>();
  const categories = useTranslated(stored);
  const { shown, unused } = divide(categories);
  const close = () => setMode(undefined);
  if (mode === 'order') return <CategoryOrder shopId={shopId} categories={shown} onClose={close} />;
  return (
    <Stack gap={4}>
      <Row>
        <Button disabled={!isOnline} onClick={() => setMode('add')}>
          {t('categories.add')}
        </Button>
        {shown.length > 1 ? (
          <Button look="secondary" disabled={!isOnline} onClick={() => setMode('order')}>
            {t('categories.order')}
          </Button>
        ) : null}
      </Row>
      {shown.length > 0 ? (
        <Card>
          <ul className={styles.list}>
            {shown.map((category) => (
              <li key={category.id}>
                <NameRow
                  kind="category"
                  isOnline={isOnline}
                  named={category}
                  products={productsOf(category)}
                  targets={targetsOf(categories, category)}
                />
                {category.children.length > 0 ? (
                  <ul className={styles.below}>
                    {category.children.map((child) => (
                      <li key={child.id}>
                        <NameRow
                          kind="category"
                          isOnline={isOnline}
                          named={child}
                          products={child.products}
                          targets={targetsOf(categories, { ...child, children: [] })}
                        />
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <UnusedNames names={unused.map(({ label }) => label)} />
      {mode === 'add' ? <AddName kind="category" shopId={shopId} parents={categories} onClose={close} /> : null}
    </Stack>
  );
}

type Child = ShopCategoryView['children'][number] & { label: string };
/** A category with its name in the language of the screen. */
export type LabelledCategory = Omit<ShopCategoryView, 'children'> & { label: string; children: Child[] };

/** In the order of the shop, the others by their names in the language of the screen. */
function useTranslated(categories: readonly ShopCategoryView[]): LabelledCategory[] {
  const nameOf = useName();
  const { i18n } = useLingui();
  return useMemo(() => {
    const compare = byPlace(i18n.locale);
    const sorted = <Named extends { name: string; position: number | null }>(list: readonly Named[]) =>
      list
        .map((each) => ({ ...each, label: nameOf(each.name) }))
        .toSorted((a, b) => compare({ ...a, name: a.label }, { ...b, name: b.label }));
    return sorted(categories).map((each) => ({ ...each, children: sorted(each.children) }));
  }, [categories, nameOf, i18n.locale]);
}

const isShown = ({ own, products }: Pick<Child, 'own' | 'products'>): boolean => own || products > 0;

/** Shared categories without products of the shop would hide the others. */
function divide(categories: readonly LabelledCategory[]) {
  const shown = categories
    .map((each) => ({ ...each, children: each.children.filter(isShown) }))
    .filter((each) => isShown(each) || each.children.length > 0);
  const ids = new Set(shown.map(({ id }) => id));
  return { shown, unused: categories.filter(({ id }) => !ids.has(id)) };
}

const productsOf = ({ products, children }: LabelledCategory): number =>
  children.reduce((sum, child) => sum + child.products, products);

/** Where the products of a category can move: one with subcategories into other categories only. */
function targetsOf(
  categories: readonly LabelledCategory[],
  { id, children }: { id: number; children: readonly unknown[] },
): MergeTarget[] {
  return categories.flatMap((category) => {
    const own = { id: category.id, label: category.label };
    if (category.id === id) return [];
    const below = category.children.map((child) => ({ id: child.id, label: `${category.label} · ${child.label}` }));
    return [own, ...(children.length > 0 ? [] : below.filter((child) => child.id !== id))];
  });
}
