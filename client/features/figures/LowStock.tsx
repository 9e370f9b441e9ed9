import type { FiguresView } from '@haat/contract/api/figures.schema';
import { useText } from '../../i18n/use-text.ts';
import { useSession } from '../session/use-session.ts';
import { FigureList } from './FigureList.tsx';

type Props = { variants: FiguresView['low_stock']; inAll: number };

/** What runs out, scarcest first; each leads to where it is put right. */
export function LowStock({ variants, inAll }: Props) {
  const t = useText();
  const { shopSlug } = useSession();
  const rows = variants.map(({ product_id, variant_id, name, option, stock }) => ({
    key: variant_id,
    name: option === null ? name : `${name} · ${option}`,
    value: stock === 0 ? t('figures.soldOut') : t('figures.left', { count: stock }),
    to: `/${shopSlug}/admin/edit-product/${product_id}`,
  }));
  const more = inAll - variants.length;
  return (
    <FigureList title={t('figures.runsOut')} empty={t('figures.plenty')} rows={rows}>
      {more > 0 ? t('figures.andMore', { count: more }) : null}
    </FigureList>
  );
}
