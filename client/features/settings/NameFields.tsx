import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import desk from '../desk/Desk.module.css';
import type { SectionProps } from './SettingsForm.tsx';

/** What stands on the signboard; the email only for the platform's own shop. */
export function NameFields({ entries, problems, onChange, hasEmail }: SectionProps & { hasEmail: boolean }) {
  const t = useText();
  const problemOf = (field: keyof typeof problems) => problems[field] && t(problems[field]);
  return (
    <section className={desk.card} aria-label={t('settings.signboard')}>
      <h2>{t('settings.signboard')}</h2>
      <Field
        label={t('settings.name')}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        value={entries.name}
        problem={problemOf('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={t('settings.address')}
        name="address"
        maxLength={200}
        autoComplete="off"
        value={entries.address}
        problem={problemOf('address')}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      <PhoneField
        label={t('settings.phone')}
        name="phone"
        hint={t('profile.mobileHint')}
        value={entries.phone}
        problem={problemOf('phone')}
        onNumber={(phone) => onChange({ phone })}
      />
      {hasEmail ? (
        <Field
          label={t('profile.email')}
          name="email"
          type="email"
          inputMode="email"
          maxLength={254}
          hint={t('settings.emailHint')}
          value={entries.email}
          problem={problemOf('email')}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      ) : null}
    </section>
  );
}
