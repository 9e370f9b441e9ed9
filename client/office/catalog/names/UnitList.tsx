import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { LoadFailure } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AddName } from './AddName.tsx';
import styles from './Categories.module.css';
import { shopUnitsQuery } from './categories-queries.ts';
import type { ListProps } from './CategoryList.tsx';
import { NameRow } from './NameRow.tsx';
import { UnusedNames } from './UnusedNames.tsx';

/** The units that the shop's products use or that it has added, most used first, then the unused ones. */
export function UnitList({ shopId, isOnline }: ListProps) {
  const t = useText();
  const nameOf = useName();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(shopUnitsQuery(shopId));
  if (error && !data) return <LoadFailure text={t('categories.loadFailed')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="80vh" radius="var(--radius-card)" />;
  const units = data.map((unit) => ({ ...unit, label: nameOf(unit.name) }));
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
                  shopId={shopId}
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
