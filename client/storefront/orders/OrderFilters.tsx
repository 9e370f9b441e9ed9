import { listOrderedShops } from '@haat/contract/orders/orders.calls';
import { ORDER_GROUPS, ORDER_PERIODS } from '@haat/contract/orders/order-list';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { Stack } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { OrderFilter } from './use-order-list.ts';
import styles from './Orders.module.css';

type Props = { filter: OrderFilter; onChoose: (filter: OrderFilter) => void };

const GROUPS = [undefined, ...ORDER_GROUPS];

/** A search, and filters by group, shop and period. */
export function OrderFilters({ filter, onChoose }: Props) {
  const t = useText();
  return (
    <Stack className={styles.filters}>
      <SearchField
        label={t('history.search')}
        value={filter.search}
        onChange={(search) => onChoose({ ...filter, search })}
      />
      <FilterChips
        isStrip
        label={t('history.show')}
        chips={GROUPS.map((group) => ({ value: group, label: t(`history.group.${group ?? 'all'}`) }))}
        chosen={filter.group}
        onChoose={(group) => onChoose({ ...filter, group })}
      />
      <div className={styles.choices}>
        <ShopChoice shop={filter.shop} onChoose={(shop) => onChoose({ ...filter, shop })} />
        <SelectField
          label={t('history.period')}
          placeholder={t('history.anyTime')}
          options={ORDER_PERIODS.map((period) => ({ value: period, label: t(`history.period.${period}`) }))}
          value={filter.period ?? ''}
          onChange={({ target }) =>
            onChoose({ ...filter, period: ORDER_PERIODS.find((period) => period === target.value) })
          }
        />
      </div>
    </Stack>
  );
}

type ShopChoiceProps = { shop: string | undefined; onChoose: (shop: string | undefined) => void };

/** All shops, or one of the shops that the user has ordered from. */
function ShopChoice({ shop, onChoose }: ShopChoiceProps) {
  const t = useText();
  const { isSignedIn } = useSession();
  const { data: shops = [] } = useCall(listOrderedShops, {}, { enabled: isSignedIn });
  const isListed = shop === undefined || shops.some(({ slug }) => slug === shop);
  // The address may name any shop.
  const options = isListed ? shops : [...shops, { slug: shop, name: null }];
  return (
    <SelectField
      label={t('history.shop')}
      placeholder={t('history.allShops')}
      options={options.map((each) => ({ value: each.slug, label: shopName(each) }))}
      value={shop ?? ''}
      onChange={({ target }) => onChoose(target.value || undefined)}
    />
  );
}
