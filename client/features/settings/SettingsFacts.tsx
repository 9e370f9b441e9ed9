import type { SettingsView } from '@haat/contract/api/settings.schema';
import { displayHours } from '@haat/contract/rules/opening-hours';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import desk from '../desk/Desk.module.css';
import styles from './SettingsFacts.module.css';

/** The settings for those who may not change them. */
export function SettingsFacts({ settings }: { settings: SettingsView }) {
  const t = useText();
  const { name, address, phone, minordervalue, accepts_orders_when_closed: accepts, reach_km: reach } = settings;
  const facts = [
    [t('settings.name'), name],
    [t('settings.address'), address],
    [t('settings.phone'), phone],
    [t('settings.hours'), displayHours(settings) ?? t('header.alwaysOpen')],
    [t('settings.acceptsWhenClosed'), t(accepts ? 'desk.yes' : 'desk.no')],
    [t('settings.minimum'), formatRupees(minordervalue)],
    [t('settings.reach'), String(reach)],
  ];
  return (
    <section className={desk.card} aria-label={t('settings.signboard')}>
      <p className={desk.muted}>{t('settings.adminsChange')}</p>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
