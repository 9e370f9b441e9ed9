import { getSettings, setRush } from '@haat/contract/shops/settings.calls';
import { RUSH_MINUTES } from '@haat/contract/shops/shop-settings';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Row } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import looks from '../../../ui/looks.module.css';
import { showToast } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';

/** How much longer every new order takes while the shop is busy: one tap, and customers see it before they order. */
export function RushSwitch({ shopId }: { shopId: number }) {
  const t = useText();
  const { data: settings } = useCall(getSettings, { params: { shopId } }, { staleTime: 0 });
  const { send, sent, isSending } = useChange(setRush, {
    failed: 'settings.saveFailed',
    onFailed: () => showToast({ tone: 'error', key: 'settings.saveFailed' }),
  });
  if (!settings) return null;
  const chips = RUSH_MINUTES.map((minutes) => ({
    value: minutes,
    label: minutes === 0 ? t('rush.none') : t('rush.minutes', { minutes }),
  }));
  return (
    <Row gap={2} className={looks.hint}>
      <span aria-hidden="true">{t('rush.label')}</span>
      <FilterChips
        label={t('rush.label')}
        chips={chips}
        chosen={isSending ? sent?.body.minutes : settings.rush_minutes}
        onChoose={(minutes) => send({ params: { shopId }, body: { minutes } })}
      />
    </Row>
  );
}
