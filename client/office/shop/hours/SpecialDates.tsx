import { dayProblem, MAX_DATES } from '@haat/contract/shops/week-problems';
import { minutesInZone } from '@haat/contract/shops/opening-hours';
import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { useDayText } from '../../../i18n/use-day-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import type { SpecialDate } from './HoursScreen.tsx';
import { holidaysFrom, STATES } from './holidays.ts';
import { DayEditor } from './WeekEditor.tsx';
import backOffice from '../../../ui/BackOffice.module.css';
import looks from '../../../ui/looks.module.css';
import styles from './Hours.module.css';

type Props = { dates: SpecialDate[]; isChecked: boolean; onChange: (dates: SpecialDate[]) => void };

/** Days off and days with other hours. Past ones are left out when the hours are saved. */
export function SpecialDates({ dates, isChecked, onChange }: Props) {
  const t = useText();
  const [isChoosing, setChoosing] = useState(false);
  const hasRoom = dates.length < MAX_DATES;
  const change = (nth: number, changes: Partial<SpecialDate>) =>
    onChange(dates.map((each, at) => (at === nth ? { ...each, ...changes } : each)));
  return (
    <Card as="section" isRoomy gap={4} aria-labelledby="hours-dates">
      <h2 id="hours-dates">{t('hours.dates')}</h2>
      <p className={looks.note}>{t('hours.datesHint')}</p>
      {dates.length > 0 ? (
        <ul className={styles.week}>
          {dates.map((each, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- a date is typed, and can be empty
            <li key={nth} className={styles.day}>
              <DateEditor
                special={each}
                isChecked={isChecked}
                isTwice={dates.some(({ date }, at) => at !== nth && date === each.date)}
                onChange={(changes) => change(nth, changes)}
                onRemove={() => onChange(dates.filter((_, at) => at !== nth))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {hasRoom ? (
        <Row>
          <Button look="secondary" onClick={() => setChoosing(true)}>
            {t('hours.addHolidays')}
          </Button>
          <Button look="secondary" onClick={() => onChange([...dates, { date: '', delivery: [], takeaway: [] }])}>
            {t('hours.addDate')}
          </Button>
        </Row>
      ) : null}
      {isChoosing ? (
        <HolidaysDialog
          taken={dates}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            onChange([...dates, ...chosen].toSorted((one, other) => one.date.localeCompare(other.date)));
          }}
        />
      ) : null}
    </Card>
  );
}

type DateProps = {
  special: SpecialDate;
  isChecked: boolean;
  isTwice: boolean;
  onChange: (changes: Partial<SpecialDate>) => void;
  onRemove: () => void;
};

/** A date, its name, and whether the shop is open and delivers on it. */
function DateEditor({ special, isChecked, isTwice, onChange, onRemove }: DateProps) {
  const t = useText();
  const dayText = useDayText();
  const { date, name = '', takeaway, delivery } = special;
  const delivers = delivery.length > 0;
  const problem = date === '' ? 'hours.dateMissing' : isTwice ? 'hours.dateTwice' : undefined;
  return (
    <Stack gap={3}>
      <div className={backOffice.pair}>
        <Field
          label={t('hours.date')}
          type="date"
          value={date}
          problem={isChecked && problem ? t(problem) : undefined}
          onChange={({ target }) => onChange({ date: target.value })}
        />
        <Field
          label={t('hours.dateName')}
          maxLength={60}
          value={name}
          onChange={({ target }) => onChange({ name: target.value || undefined })}
        />
      </div>
      <DayEditor
        name={date ? t('hours.openOn', { day: dayText.long(date) }) : t('hours.openThen')}
        ranges={takeaway}
        suggested={undefined}
        problem={isChecked ? (dayProblem(takeaway) ?? dayProblem(delivery)) : undefined}
        onChange={(ranges) => onChange({ takeaway: ranges, delivery: delivers || takeaway.length === 0 ? ranges : [] })}
      />
      <Row justify="between">
        {takeaway.length > 0 ? (
          <label className={backOffice.check}>
            <input
              type="checkbox"
              checked={delivers}
              onChange={({ target }) => onChange({ delivery: target.checked ? takeaway : [] })}
            />
            {t('hours.deliversThen')}
          </label>
        ) : (
          <span />
        )}
        <Button look="quiet" onClick={onRemove}>
          {t('hours.removeDate')}
        </Button>
      </Row>
    </Stack>
  );
}

type HolidaysProps = { taken: SpecialDate[]; onChoose: (dates: SpecialDate[]) => void; onClose: () => void };

/** The holidays of the next twelve months; ticked ones become days off. */
function HolidaysDialog({ taken, onChoose, onClose }: HolidaysProps) {
  const t = useText();
  const dayText = useDayText();
  const language = useLingui().i18n.locale === 'hi' ? 'hi' : 'en';
  const [state, setState] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const offered = holidaysFrom(todayInIndia(), state).filter(({ date }) => taken.every((each) => each.date !== date));
  const states = Object.entries(STATES).map(([value, names]) => ({ value, label: names[language] }));
  const chosen = offered.filter(({ date }) => ticked.includes(date));
  const toggle = (date: string, isOn: boolean) =>
    setTicked(isOn ? [...ticked, date] : ticked.filter((each) => each !== date));
  return (
    <Dialog shape="sheet" label={t('hours.addHolidays')} onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('hours.addHolidays')}</h2>
        <p className={looks.note}>{t('hours.holidaysHint')}</p>
        <SelectField
          label={t('hours.state')}
          placeholder={t('hours.noState')}
          options={states}
          value={state}
          onChange={({ target }) => setState(target.value)}
        />
        <ul className={styles.holidays}>
          {offered.map(({ date, names }) => (
            <li key={`${date} ${names.en}`}>
              <label className={backOffice.check}>
                <input
                  type="checkbox"
                  checked={ticked.includes(date)}
                  onChange={({ target }) => toggle(date, target.checked)}
                />
                <span>
                  {names[language]} <span className={looks.note}>{dayText.long(date)}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() =>
              onChoose(chosen.map(({ date, names }) => ({ date, name: names[language], delivery: [], takeaway: [] })))
            }
          >
            {t('hours.addChosen', { count: chosen.length })}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

const MS_A_MINUTE = 60_000;

/** The date there now, `YYYY-MM-DD`. */
export function todayInIndia(): string {
  const now = new Date();
  const midnight = now.getTime() - minutesInZone(now) * MS_A_MINUTE;
  // Noon there is on the same date everywhere in UTC.
  return new Date(midnight + 12 * 60 * MS_A_MINUTE).toISOString().slice(0, 10);
}
