import { type Fulfilment, FULFILMENTS } from '@haat/contract/shops/opening-hours';
import type { SettingsView } from '@haat/contract/shops/settings.calls';
import { hasPauseAt, PAUSE_MINUTES, pauseEnd } from '@haat/contract/shops/pause';
import { useState } from 'react';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Notice } from '../../ui/Notice.tsx';
import looks from '../../ui/looks.module.css';
import { usePause } from './use-pause.ts';
import styles from './Settings.module.css';

type Props = { settings: SettingsView; onDone?: (() => void) | undefined };

/** Pauses the orders of a shop for a while or until it resumes, and resumes them; customers see it within a second. */
export function PauseChoice({ settings, onDone }: Props) {
  const t = useText();
  const { isPaused, text } = usePauseText(settings);
  const { pause, isSaving, problem } = usePause(settings, onDone);
  const [fulfilment, setFulfilment] = useState<Fulfilment>();
  const choose = (minutes?: number) =>
    pause({ paused: true, ...(minutes && { minutes }), ...(fulfilment && { fulfilment }) });
  return (
    <>
      <p className={looks.note}>{text}</p>
      <Select
        label={t('pause.what')}
        options={[
          { value: '', label: t('pause.everything') },
          { value: 'delivery', label: t('order.delivery') },
          { value: 'takeaway', label: t('order.takeaway') },
        ]}
        value={fulfilment ?? ''}
        onChoose={(value) => setFulfilment(FULFILMENTS.find((each) => each === value))}
      />
      <Row gap={2} align="stretch" className={styles.choices}>
        {isPaused ? (
          <Button disabled={isSaving} onClick={() => pause({ paused: false })}>
            {t('settings.resume')}
          </Button>
        ) : null}
        {PAUSE_MINUTES.map((minutes) => (
          <Button key={minutes} look="secondary" disabled={isSaving} onClick={() => choose(minutes)}>
            {t('pause.minutes', { minutes })}
          </Button>
        ))}
        {isPaused && !settings.paused_until && settings.paused_fulfilment === fulfilment ? null : (
          <Button look="secondary" disabled={isSaving} onClick={() => choose()}>
            {t('pause.untilResumed')}
          </Button>
        )}
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}

/** Whether the shop is paused now, and why or until when, in words. */
export function usePauseText(settings: SettingsView): { isPaused: boolean; end: string | undefined; text: string } {
  const t = useText();
  const { clock } = useClockText();
  const isPaused = hasPauseAt(settings, useMinute());
  const of = settings.paused_fulfilment;
  const time = isPaused ? pauseEnd(settings) : undefined;
  const end = time && clock(time);
  if (!isPaused) return { isPaused, end, text: t('settings.pauseHint') };
  if (settings.not_responding) return { isPaused, end, text: t('settings.notRespondingHint') };
  if (of) return { isPaused, end, text: end ? t(`pause.${of}Until`, { time: end }) : t(`pause.${of}`) };
  return { isPaused, end, text: end ? t('pause.pausedUntil', { time: end }) : t('settings.pausedHint') };
}
