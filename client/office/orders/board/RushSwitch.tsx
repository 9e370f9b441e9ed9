import { setRush, type SettingsView } from '@haat/contract/shops/settings.calls';
import { RUSH_MINUTES, type RushMinutes } from '@haat/contract/shops/shop-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../../lib/back-office-query-keys.ts';
import { Row } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { settingsQuery } from '../../shop/settings-query.ts';
import styles from './RushSwitch.module.css';

/** How much longer every new order takes while the shop is busy: one tap, and customers see it before they order. */
export function RushSwitch({ shopId }: { shopId: number }) {
  const t = useText();
  const queries = useQueryClient();
  const { data: settings } = useQuery(settingsQuery(shopId));
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (minutes: RushMinutes) => call(setRush, { params: { shopId }, body: { minutes } }),
    onSuccess: ({ minutes }) =>
      queries.setQueryData<SettingsView>(
        BACK_OFFICE_QUERY_KEYS.settings(shopId),
        (known) => known && { ...known, rush_minutes: minutes },
      ),
    onError: () => showToast({ tone: 'error', key: 'settings.saveFailed' }),
  });
  if (!settings) return null;
  const chips = RUSH_MINUTES.map((minutes) => ({
    value: minutes,
    label: minutes === 0 ? t('rush.none') : t('rush.minutes', { minutes }),
  }));
  return (
    <Row gap={2} className={styles.rush}>
      <span aria-hidden="true">{t('rush.label')}</span>
      <FilterChips
        label={t('rush.label')}
        chips={chips}
        chosen={isPending ? variables : settings.rush_minutes}
        onChoose={mutate}
      />
    </Row>
  );
}
