import { getOperatorShop } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';

/** Names the shop of a list, and links to the list of all shops. */
export function ShopFilter({ shopId, onClear }: { shopId: string; onClear: () => void }) {
  const t = useText();
  const { data: shop } = useCall(getOperatorShop, { params: { id: shopId } }, { staleTime: 0 });
  return (
    <Row gap={2}>
      <p>{t('operatorList.ofShop', { name: shop ? shopName(shop) : shopId })}</p>
      <Button look="quiet" onClick={onClear}>
        {t('operatorList.ofAllShops')}
      </Button>
    </Row>
  );
}
