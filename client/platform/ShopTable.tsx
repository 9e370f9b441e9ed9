import {
  exportShops,
  listAllShops,
  type OperatorShopView,
  summarizeShops,
} from '@haat/contract/platform/operator-shops.calls';
import { SHOP_SORTS, SHOP_STATES } from '@haat/contract/platform/operator-lists';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { pathOf } from '../lib/api.ts';
import { useCall } from '../lib/call-query.ts';
import { Stack } from '../ui/Card.tsx';
import { Age } from './lists/TimeCells.tsx';
import { ListedRows } from './lists/ListedRows.tsx';
import { ListFilters, optionsOf } from './lists/ListFilters.tsx';
import { ListSums } from './lists/ListSums.tsx';
import { listPages } from './lists/list-pages.ts';
import type { Column } from './lists/OperatorTable.tsx';
import { type ListChoice, readSorting, useListChoice, useSearched } from './lists/use-list-choice.ts';
import { HelpShop } from './HelpShop.tsx';
import { ShopState } from './ShopState.tsx';
import styles from './Operator.module.css';

/** The shops of the platform: filtered, sorted, summed up and exported. `focusId`: the shop that was just created. */
export function ShopTable({ focusId }: { focusId: number | undefined }) {
  const t = useText();
  const { choice, choose } = useListChoice(SHOP_CHOICES);
  const { filter, list } = readShopChoice(choice, useSearched(choice.search));
  const pages = useInfiniteQuery(listPages(listAllShops, list));
  const options = { staleTime: 0, placeholderData: keepPreviousData };
  const { data: summary } = useCall(summarizeShops, { query: filter }, options);
  const sums = summary && [
    t('operator.sum.shops', { count: summary.shops }),
    t('operator.sum.orders', { count: summary.orders }),
    t('operator.sum.ordered', { amount: formatRupees(summary.ordered) }),
  ];
  return (
    <Stack gap={4}>
      <ShopFilters choice={choice} trades={summary?.trades ?? []} onChoose={choose} />
      <ListSums sums={sums} path={pathOf(exportShops, { query: list })} />
      <ListedRows
        pages={pages}
        texts={{ failed: 'operator.loadFailed', none: 'operator.none', more: 'operator.more' }}
        caption={t('operator.title')}
        columns={COLUMNS}
        sorting={list}
        onSort={choose}
        focusId={focusId}
      />
    </Stack>
  );
}

/** The names under which the address has the filters and the sort of the shops. */
const SHOP_CHOICES = ['search', 'state', 'trade', 'sort', 'direction'] as const;
type ShopChoice = ListChoice<(typeof SHOP_CHOICES)[number]>;

/** The query parameters for a choice; `search`: the text once typing pauses. */
function readShopChoice(choice: ShopChoice, search: string) {
  const filter = {
    search: search || undefined,
    state: SHOP_STATES.find((state) => state === choice.state),
    trade: choice.trade || undefined,
  };
  return { filter, list: { ...filter, ...readSorting(choice, SHOP_SORTS) } };
}

type FilterProps = { choice: ShopChoice; trades: readonly string[]; onChoose: (changes: Partial<ShopChoice>) => void };

function ShopFilters({ choice, trades, onChoose }: FilterProps) {
  const t = useText();
  const known = trades.includes(choice.trade) || choice.trade === '' ? trades : [...trades, choice.trade];
  const states = optionsOf(t, SHOP_STATES, (state) => `operator.status.${state}`);
  const ofTrade = known.map((trade) => ({ value: trade, label: trade }));
  return (
    <ListFilters
      search="operator.search"
      selects={[
        { name: 'state', label: 'operator.state', any: 'operator.anyState', options: states },
        { name: 'trade', label: 'operator.trade', any: 'operator.anyTrade', options: ofTrade },
      ]}
      {...{ choice, onChoose }}
    />
  );
}

const COLUMNS: Column<OperatorShopView>[] = [
  { head: 'operator.shop', sort: 'name', cell: (shop) => <ShopLead shop={shop} /> },
  { head: 'operator.state', cell: (shop) => <ShopState {...shop} /> },
  { head: 'operator.ordered', sort: 'ordered', isNumber: true, cell: ({ ordered }) => formatRupees(ordered) },
  { head: 'operator.orders', sort: 'orders', isNumber: true, cell: ({ orders }) => orders.toLocaleString('en-IN') },
  {
    head: 'operator.lastOrder',
    sort: 'last_order',
    cell: ({ last_order }) => <Age at={last_order} className={styles.age} />,
  },
  {
    head: 'menu.products',
    sort: 'products',
    isNumber: true,
    isWide: true,
    cell: ({ products }) => products.toLocaleString('en-IN'),
  },
  { head: 'menu.problems', sort: 'problems', isNumber: true, cell: ({ problems }) => problems },
  { head: 'operator.contact', isWide: true, cell: (shop) => <Contact shop={shop} /> },
  {
    head: 'operator.createdAt',
    sort: 'created',
    isWide: true,
    cell: ({ created_at }) => <Age at={created_at} className={styles.age} />,
  },
  { head: 'operatorList.actions', cell: (shop) => (shop.platform ? null : <HelpShop shop={shop} look="quiet" />) },
];

type RowProps = { shop: OperatorShopView };

function ShopLead({ shop }: RowProps) {
  const { id, slug, trade } = shop;
  return (
    <span className={styles.lead}>
      <Link to={`/operator/shops/${id}`}>{shopName(shop)}</Link>
      <span className={styles.more}>{[slug, trade].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** The phone number of the shop, and how its first admin is reached. */
function Contact({ shop: { phone, admin } }: RowProps) {
  const person = admin?.email ?? (admin?.mobile ? `+91 ${admin.mobile}` : null);
  if (!phone && !person) return '–';
  return (
    <>
      {phone ? <span>{phone}</span> : null}
      {person ? <span className={styles.more}>{person}</span> : null}
    </>
  );
}
