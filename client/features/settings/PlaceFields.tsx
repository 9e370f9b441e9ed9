import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { locate } from '../../lib/locate.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import desk from '../desk/Desk.module.css';
import type { SectionProps } from './SettingsForm.tsx';

/** To 1 m: more digits say nothing. */
const DIGITS = 5;

/** Where the shop is and how far it delivers: who is nearby finds it. */
export function PlaceFields({ entries, problems, onChange }: SectionProps) {
  const t = useText();
  const { isLocating, hasFailed, takePosition } = usePosition(onChange);
  const lines = [
    { field: 'latitude', label: t('settings.latitude') },
    { field: 'longitude', label: t('settings.longitude') },
  ] as const;
  return (
    <section className={desk.card} aria-label={t('settings.place')}>
      <h2>{t('settings.place')}</h2>
      <p className={desk.muted}>{t('settings.placeHint')}</p>
      <div className={desk.pair}>
        {lines.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            name={field}
            inputMode="decimal"
            maxLength={18}
            value={entries[field]}
            problem={problems[field] && t(problems[field])}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
      <div className={desk.actions}>
        <Button look="secondary" disabled={isLocating} onClick={() => void takePosition()}>
          {t(isLocating ? 'settings.locating' : 'settings.usePosition')}
        </Button>
      </div>
      {hasFailed ? <Notice tone="error">{t('settings.positionFailed')}</Notice> : null}
      <Field
        label={t('settings.reach')}
        name="reach_km"
        inputMode="decimal"
        required
        maxLength={6}
        value={entries.reach_km}
        problem={problems.reach_km && t(problems.reach_km)}
        onChange={(event) => onChange({ reach_km: event.target.value })}
      />
    </section>
  );
}

function usePosition(onChange: SectionProps['onChange']) {
  const [state, setState] = useState<'resting' | 'locating' | 'failed'>('resting');
  const takePosition = async () => {
    setState('locating');
    try {
      const { lat, lng } = await locate();
      onChange({ latitude: lat.toFixed(DIGITS), longitude: lng.toFixed(DIGITS) });
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return { isLocating: state === 'locating', hasFailed: state === 'failed', takePosition };
}
