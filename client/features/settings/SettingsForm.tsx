import type { SettingsView } from '@haat/contract/api/settings.schema';
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { useFocusOnFirst } from '../../ui/use-focus-on-first.ts';
import desk from '../desk/Desk.module.css';
import { HoursFields } from './HoursFields.tsx';
import { NameFields } from './NameFields.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { bodyOf, entriesOf, problemsOf, type SettingsEntries, type SettingsProblems } from './settings-entries.ts';
import { useSaveSettings } from './use-save-settings.ts';

export type SectionProps = {
  entries: SettingsEntries;
  problems: SettingsProblems;
  onChange: (changes: Partial<SettingsEntries>) => void;
};

type Props = { settings: SettingsView; onReload: () => void };

/** What the shop says of itself, in three sections, saved together. */
export function SettingsForm({ settings, onReload }: Props) {
  const t = useText();
  // What was read when the form began: a newer answer must not lend its version to older entries.
  const [known, setKnown] = useState(settings);
  const [entries, setEntries] = useState(() => entriesOf(known));
  const [problems, setProblems] = useState<SettingsProblems>({});
  const { save, isSaving, problem, isStale } = useSaveSettings(known, {
    onSaved: (saved) => {
      setKnown(saved);
      setEntries(entriesOf(saved));
    },
  });
  const form = useFocusOnFirst(problems);
  const isDirty = JSON.stringify(entries) !== JSON.stringify(entriesOf(known));
  const section = { entries, problems, onChange: (changes: object) => setEntries((now) => ({ ...now, ...changes })) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(entries);
    setProblems(found);
    if (Object.keys(found).length === 0) save(bodyOf(entries, known));
  };
  return (
    <form ref={form} className={desk.stack} onSubmit={submit} noValidate>
      <UnsavedGuard isDirty={isDirty && !isSaving} onLeave={() => setEntries(entriesOf(known))} />
      <NameFields {...section} hasEmail={known.email !== undefined} />
      <HoursFields {...section} />
      <PlaceFields {...section} />
      {problem ? (
        <Notice tone="error">
          <p>{problem}</p>
          {isStale ? (
            <Button look="secondary" onClick={onReload}>
              {t('settings.reload')}
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <div className={desk.actions}>
        <Button type="submit" disabled={isSaving || !isDirty}>
          {t(isSaving ? 'profile.saving' : 'profile.save')}
        </Button>
      </div>
    </form>
  );
}
