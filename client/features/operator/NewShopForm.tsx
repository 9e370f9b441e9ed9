import type { ComponentProps } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { useFocusOnFirst } from '../../ui/use-focus-on-first.ts';
import desk from '../desk/Desk.module.css';
import type { NewShopEntries } from './new-shop-entries.ts';
import { SlugHint } from './SlugHint.tsx';
import { useNewShop } from './use-new-shop.ts';

type Input = Partial<Omit<ComponentProps<typeof Field>, 'hint' | 'label'>>;
type Line = { field: keyof NewShopEntries; label: TextId; hint?: TextId; input: Input };

const LINES: Line[] = [
  { field: 'name', label: 'settings.name', input: { maxLength: 100, required: true, autoFocus: true } },
  {
    field: 'slug',
    label: 'operator.slug',
    input: { maxLength: 40, required: true, autoCapitalize: 'off', spellCheck: false },
  },
  { field: 'trade', label: 'operator.trade', input: { maxLength: 60 } },
  { field: 'address', label: 'settings.address', input: { maxLength: 200 } },
  {
    field: 'minordervalue',
    label: 'settings.minimum',
    input: { inputMode: 'decimal', maxLength: 10, required: true },
  },
  {
    field: 'admin_email',
    label: 'operator.adminEmail',
    hint: 'operator.adminHint',
    input: { type: 'email', inputMode: 'email', maxLength: 254, required: true },
  },
];

/** A new shop with its first admin. */
export function NewShopForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { entries, problems, change, submit, isBusy, problem, isDirty } = useNewShop(onClose);
  const form = useFocusOnFirst(problems);
  return (
    <form ref={form} className={desk.card} onSubmit={submit} noValidate aria-label={t('operator.create')}>
      <h2>{t('operator.create')}</h2>
      <UnsavedGuard isDirty={isDirty && !isBusy} onLeave={onClose} />
      {LINES.map(({ field, label, hint, input }) => (
        <div key={field}>
          <Field
            {...input}
            autoComplete="off"
            label={t(label)}
            name={field}
            hint={hint && t(hint)}
            value={entries[field]}
            problem={problems[field] && t(problems[field])}
            onChange={(event) => change({ [field]: event.target.value })}
          />
          {field === 'slug' ? <SlugHint slug={entries.slug} /> : null}
        </div>
      ))}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={desk.actions}>
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'operator.creating' : 'operator.createNow')}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
