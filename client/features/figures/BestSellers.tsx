import type { FiguresView } from '@haat/contract/api/figures.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { FigureList } from './FigureList.tsx';

type Props = { products: FiguresView['best_sellers'] };

/** What sold most in the days of the chart, by pieces. */
export function BestSellers({ products }: Props) {
  const t = useText();
  const rows = products.map(({ product_id, name, quantity, takings }) => ({
    key: product_id,
    name,
    value: t('figures.pieces', { count: quantity }),
    more: formatRupees(takings),
  }));
  return <FigureList title={t('figures.bestSellers')} empty={t('figures.nothingSold')} rows={rows} />;
}
