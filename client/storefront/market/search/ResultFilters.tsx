import { useText } from '../../../i18n/use-text.ts';
import { Row } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import type { Wish } from './arrange-results.ts';

type Props = { wish: Wish; hasPlace: boolean; onWish: (wish: Wish) => void };

/** Above the results; pressing a chip again takes it back. Without a place there are no distances. */
export function ResultFilters({ wish, hasPlace, onWish }: Props) {
  const t = useText();
  const orders = [
    { value: 'price', label: t('search.cheapest') } as const,
    ...(hasPlace ? [{ value: 'distance', label: t('search.nearest') } as const] : []),
  ];
  return (
    <Row gap={2}>
      <FilterChips
        label={t('search.filter')}
        chips={[{ value: 'open', label: t('search.openNow') }]}
        chosen={wish.isOpen ? 'open' : undefined}
        onChoose={() => onWish({ ...wish, isOpen: !wish.isOpen })}
      />
      <FilterChips
        label={t('search.order')}
        chips={orders}
        chosen={wish.order}
        onChoose={(order) => onWish({ ...wish, order: order === wish.order ? undefined : order })}
      />
    </Row>
  );
}
