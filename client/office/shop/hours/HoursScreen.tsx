import type { DateHours, OpeningHours, ShopHours, Week } from '@haat/contract/shops/opening-hours';
import { saveHours, type SettingsView } from '@haat/contract/shops/settings.calls';
import { dayProblem, weekProblems } from '@haat/contract/shops/week-problems';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { type GuardedShop, useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useFocusOnFirst } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { SaveRefusal } from '../SaveRefusal.tsx';
import { settingsQuery } from '../settings-query.ts';
import { SpecialDates, todayInIndia } from './SpecialDates.tsx';
import { WeekEditor } from './WeekEditor.tsx';
import backOffice from '../../../ui/BackOffice.module.css';
import looks from '../../../ui/looks.module.css';

/** The hours of a shop by day of the week and by date, for takeaway and for delivery. */
export function HoursScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('hours.title')} narrow>
      <Hours key={shop.shopId} shop={shop} />
    </Page>
  );
}

function Hours({ shop: { shopId, canManage } }: { shop: GuardedShop }) {
  const t = useText();
  const read = useQuery(settingsQuery(shopId));
  const [round, setRound] = useState(0);
  const startOver = () => void read.refetch().then(() => setRound((now) => now + 1));
  return (
    <Loaded read={read} failed="settings.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
      {(settings) =>
        canManage ? (
          <HoursForm key={round} settings={settings} onReload={startOver} />
        ) : (
          <Notice>{t('settings.adminsChange')}</Notice>
        )
      }
    </Loaded>
  );
}

export type SpecialDate = DateHours & { date: string };
/** `delivery`: undefined where it has the hours of takeaway. */
type Draft = { takeaway: Week; delivery: Week | undefined; dates: SpecialDate[] };

const REFUSALS = { failed: 'settings.saveFailed', own: { edit_conflict: 'settings.conflict' } } as const;

function HoursForm({ settings, onReload }: { settings: SettingsView; onReload: () => void }) {
  const t = useText();
  const [saved, setSaved] = useState(settings);
  const [initial, setInitial] = useState(() => draftOf(settings));
  const [draft, setDraft] = useState(initial);
  /** Problems are shown after an attempt to save, which gives the first one the focus. */
  const [check, setCheck] = useState({ isShown: false });
  const isChecked = check.isShown;
  const { send, isSending, refusal, error } = useChange(saveHours, {
    ...REFUSALS,
    done: 'settings.saved',
    onDone: (answer) => {
      setSaved(answer);
      setInitial(draftOf(answer));
      setDraft(draftOf(answer));
      setCheck({ isShown: false });
    },
  });
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const form = useFocusOnFirst(check);
  const save = (hours: ShopHours | null) =>
    send({ params: { shopId: settings.id }, body: { hours, updated: saved.updated } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCheck({ isShown: hasProblem(draft) });
    if (!hasProblem(draft)) save(hoursOf(draft));
  };
  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      <UnsavedGuard isDirty={isDirty && !isSending} onLeave={() => setDraft(initial)} />
      <Card as="section" isRoomy gap={4} aria-labelledby="hours-week">
        <h2 id="hours-week">{t(draft.delivery ? 'hours.takeaway' : 'hours.week')}</h2>
        <p className={looks.note}>{t('hours.hint')}</p>
        <WeekEditor week={draft.takeaway} isChecked={isChecked} onChange={(takeaway) => change({ takeaway })} />
        <label className={backOffice.check}>
          <input
            type="checkbox"
            checked={draft.delivery !== undefined}
            onChange={({ target }) => change({ delivery: target.checked ? draft.takeaway : undefined })}
          />
          {t('hours.otherDelivery')}
        </label>
      </Card>
      {draft.delivery ? (
        <Card as="section" isRoomy gap={4} aria-labelledby="hours-delivery">
          <h2 id="hours-delivery">{t('hours.delivery')}</h2>
          <WeekEditor week={draft.delivery} isChecked={isChecked} onChange={(delivery) => change({ delivery })} />
        </Card>
      ) : null}
      <SpecialDates dates={draft.dates} isChecked={isChecked} onChange={(dates) => change({ dates })} />
      <SaveRefusal refusal={refusal} error={error} onReload={onReload} />
      <Row className={backOffice.foot}>
        <Button type="submit" disabled={isSending || !isDirty}>
          {t(isSending ? 'profile.saving' : 'profile.save')}
        </Button>
        {saved.hours ? (
          <ConfirmButton
            look="secondary"
            disabled={isSending}
            label={t('hours.sameEveryDay')}
            question={t('hours.sameEveryDayQuestion')}
            onConfirm={() => save(null)}
          />
        ) : null}
      </Row>
    </Stack>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The stored hours; without any, the opening and closing time on every day. */
function draftOf({ hours, open_time, close_time }: OpeningHours): Draft {
  if (!hours) {
    const everyDay = Array.from({ length: 7 }, (): Week[number] => [[open_time ?? '00:00', close_time ?? '00:00']]);
    return { takeaway: everyDay, delivery: undefined, dates: [] };
  }
  const { takeaway, delivery } = hours;
  const dates = Object.entries(hours.dates).map(([date, own]) => ({ date, ...own }));
  return {
    takeaway,
    delivery: isSame(takeaway, delivery) ? undefined : delivery,
    dates: dates.toSorted((one, other) => one.date.localeCompare(other.date)),
  };
}

const hoursOf = ({ takeaway, delivery = takeaway, dates }: Draft): ShopHours => ({
  takeaway,
  delivery,
  dates: Object.fromEntries(dates.filter(({ date }) => date >= todayInIndia()).map(({ date, ...own }) => [date, own])),
});

const hasProblem = ({ takeaway, delivery = [], dates }: Draft): boolean =>
  [...weekProblems(takeaway), ...weekProblems(delivery)].some(Boolean) ||
  new Set(dates.map(({ date }) => date)).size < dates.length ||
  dates.some((each) => each.date === '' || dayProblem(each.takeaway) || dayProblem(each.delivery));
