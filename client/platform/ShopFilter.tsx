import { shopName } from '@haat/contract/shops/shop';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';
import { operatorShopQuery } from './operator-shops-query.ts';

/** Names the shop of a list, and links to the list of all shops. */
export function ShopFilter({ shopId, onClear }: { shopId: string; onClear: () => void }) {
  const t = useText();
  const { data: shop } = useQuery(operatorShopQuery(shopId));
  return (
    <Row gap={2}>
      <p>{t('operatorList.ofShop', { name: shop ? shopName(shop) : shopId })}</p>
      <Button look="quiet" onClick={onClear}>
        {t('operatorList.ofAllShops')}
      </Button>
    </Row>
  );
}
