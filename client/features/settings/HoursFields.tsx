import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';
import desk from '../desk/Desk.module.css';
import type { SectionProps } from './SettingsForm.tsx';

/** When the shop is open, and what an order must come to. */
export function HoursFields({ entries, problems, onChange }: SectionProps) {
  const t = useText();
  const times = [
    { field: 'open_time', label: t('settings.opens') },
    { field: 'close_time', label: t('settings.closes') },
  ] as const;
  return (
    <section className={desk.card} aria-label={t('settings.orders')}>
      <h2>{t('settings.orders')}</h2>
      <div className={desk.pair}>
        {times.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            name={field}
            type="time"
            value={entries[field]}
            problem={problems[field] && t(problems[field])}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
      <p className={desk.muted}>{t('settings.hoursHint')}</p>
      <label className={desk.check}>
        <input
          type="checkbox"
          checked={entries.accepts_orders_when_closed}
          onChange={(event) => onChange({ accepts_orders_when_closed: event.target.checked })}
        />
        {t('settings.acceptsWhenClosed')}
      </label>
      <Field
        label={t('settings.minimum')}
        name="minordervalue"
        inputMode="decimal"
        required
        maxLength={10}
        hint={t('settings.minimumHint')}
        value={entries.minordervalue}
        problem={problems.minordervalue && t(problems.minordervalue)}
        onChange={(event) => onChange({ minordervalue: event.target.value })}
      />
    </section>
  );
}
