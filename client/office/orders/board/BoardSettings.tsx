import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { FeedTools } from '../alerts/FeedTools.tsx';
import { PrinterButton } from '../receipts/PrinterTools.tsx';
import { RushSwitch } from './RushSwitch.tsx';
import type { BoardView } from './use-board-view.ts';
import { WakeLockSwitch } from './WakeLockSwitch.tsx';

type Props = { shopId: number; view: BoardView; onKeys: () => void; onClose: () => void };

/** The rarely changed settings: how long new orders take, how much a ticket shows, and the options of this device. */
export function BoardSettings({ shopId, view, onKeys, onClose }: Props) {
  const t = useText();
  const densities = [
    { value: 'compact', label: t('shopOrders.compact') },
    { value: 'comfortable', label: t('shopOrders.comfortable') },
  ] as const;
  return (
    <Dialog label={t('shopOrders.settings')} shape="sheet" onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('shopOrders.settings')}</h2>
        <RushSwitch shopId={shopId} />
        <Row gap={2}>
          <span aria-hidden="true">{t('shopOrders.density')}</span>
          <FilterChips
            label={t('shopOrders.density')}
            chips={densities}
            chosen={view.density}
            onChoose={view.chooseDensity}
          />
        </Row>
        <FeedTools>
          <WakeLockSwitch />
          <PrinterButton />
        </FeedTools>
        <Row gap={2} justify="between">
          <Button look="quiet" aria-keyshortcuts="?" onClick={onKeys}>
            {t('shopOrders.keys')}
          </Button>
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
