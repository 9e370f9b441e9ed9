import { useSearchParams } from 'react-router-dom';
import { listShopUnits, type ShopUnitView } from '@haat/contract/catalog/categories-and-units.calls';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import looks from '../../../ui/looks.module.css';
import { CategoryList, type ListProps } from './CategoryList.tsx';
import { useName } from '../../../i18n/use-name.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AddName } from './AddName.tsx';
import { NameRow } from './NameRow.tsx';
import { UnusedNames } from './UnusedNames.tsx';
import styles from './Categories.module.css';

const PARTS = ['categories', 'units'] as const;

/** The categories and units of a shop, to be renamed, merged, removed and ordered. The chosen part is in the address. */
export function CategoriesScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  const isOnline = useOnline();
  const [params, setParams] = useSearchParams();
  const part = PARTS.find((each) => each === params.get('part')) ?? 'categories';
  const shown = { shopId, isOnline };
  return (
    <Page title={t('categories.title')} narrow>
      <Stack gap={4}>
        <FilterChips
          label={t('categories.title')}
          chips={PARTS.map((value) => ({ value, label: t(`operatorCatalog.${value}`) }))}
          chosen={part}
          onChoose={(value) => setParams({ part: value }, { replace: true })}
        />
        <p className={looks.hint}>{t(part === 'categories' ? 'categories.hint' : 'categories.unitsHint')}</p>
        {isOnline ? null : <Notice>{t('categories.offline')}</Notice>}
        {part === 'categories' ? <CategoryList key={shopId} {...shown} /> : <UnitList key={shopId} {...shown} />}
      </Stack>
    </Page>
  );
}

/** The units that the shop's products use or that it has added, most used first, then the unused ones. */
function UnitList(props: ListProps) {
  const read = useCall(listShopUnits, { params: { shopId: props.shopId } }, { staleTime: 0 });
  return (
    <Loaded read={read} failed="categories.loadFailed" waiting={<Skeleton height="80vh" radius="var(--radius-card)" />}>
      {(stored) => <Units {...props} stored={stored} />}
    </Loaded>
  );
}

function Units({ shopId, isOnline, stored }: ListProps & { stored: readonly ShopUnitView[] }) {
  const t = useText();
  const nameOf = useName();
  const [isAdding, setAdding] = useState(false);
  const units = stored.map((unit) => ({ ...unit, label: nameOf(unit.name) }));
  const isShown = ({ own, products }: (typeof units)[number]) => own || products > 0;
  const shown = units.filter(isShown);
  return (
    <Stack gap={4}>
      <Row>
        <Button disabled={!isOnline} onClick={() => setAdding(true)}>
          {t('categories.addUnit')}
        </Button>
      </Row>
      {shown.length > 0 ? (
        <Card>
          <ul className={styles.list}>
            {shown.map((unit) => (
              <li key={unit.id}>
                <NameRow
                  kind="unit"
                  isOnline={isOnline}
                  named={unit}
                  products={unit.products}
                  targets={units.filter(({ id }) => id !== unit.id)}
                />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <UnusedNames names={units.filter((unit) => !isShown(unit)).map(({ label }) => label)} />
      {isAdding ? <AddName kind="unit" shopId={shopId} onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}
