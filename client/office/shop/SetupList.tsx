import { changeSetupStep, closeSetup, type SetupView } from '@haat/contract/shops/setup.calls';
import { canCloseSetup, countFinished, needsHoursFirst, type SetupStep } from '@haat/contract/shops/setup-steps';
import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import { isSoundOn, onSoundChange, turnOnSound } from '../orders/alerts/new-order-sound.ts';
import styles from './Setup.module.css';

type Props = { shopId: number; slug: string; canClose: boolean; setup: SetupView };

/** The setup steps of a new shop before its first order, each with a link to its screen. */
export function SetupList({ shopId, slug, canClose, setup }: Props) {
  const t = useText();
  const titleId = useId();
  const changing = useChange(changeSetupStep, { failed: 'setup.changeFailed' });
  const closing = useChange(closeSetup, { failed: 'setup.changeFailed' });
  const isBusy = changing.isSending || closing.isSending;
  const problem = changing.refusal ?? closing.refusal;
  const { steps } = setup;
  const isReady = canCloseSetup(steps);
  return (
    <Card as="section" isRoomy gap={3} aria-labelledby={titleId} className={styles.list}>
      <div className={styles.head}>
        <h2 id={titleId}>{t('setup.title')}</h2>
        <span className={styles.quiet}>{t('setup.progress', { done: countFinished(steps), total: steps.length })}</span>
      </div>
      <progress className={styles.bar} aria-hidden="true" max={steps.length} value={countFinished(steps)} />
      <p className={styles.quiet}>{t(isReady ? 'setup.ready' : 'setup.lead')}</p>
      <ol>
        <SoundStep />
        {steps.map((step) => (
          <Step
            key={step.id}
            step={step}
            hint={hintOf(step.id, setup)}
            to={linkOf(step.id, slug, setup)}
            isBusy={isBusy}
            onSkip={(isSkipped) =>
              changing.send({ params: { shopId, step: step.id }, body: { state: isSkipped ? 'skipped' : 'open' } })
            }
          />
        ))}
      </ol>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isReady && canClose ? (
        <div>
          <Button look="secondary" disabled={isBusy} onClick={() => closing.send({ params: { shopId } })}>
            {t('setup.close')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Shown first while this device is silent, so that the test order rings. */
function SoundStep() {
  const t = useText();
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  if (isOn) return null;
  return (
    <li className={styles.step}>
      <span className={styles.sign} aria-hidden="true" />
      <div className={styles.words}>
        <span className={styles.name}>{t('setup.sound')}</span>
        <p className={styles.quiet}>{t('setup.sound.hint')}</p>
      </div>
      <Button look="secondary" onClick={turnOnSound}>
        {t('counter.turnOnSound')}
      </Button>
    </li>
  );
}

type StepProps = {
  step: SetupView['steps'][number];
  hint: { text: TextId; values?: Record<string, string | number> };
  to: string;
  isBusy: boolean;
  onSkip: (isSkipped: boolean) => void;
};

function Step({ step: { id, state, required }, hint, to, isBusy, onSkip }: StepProps) {
  const t = useText();
  const name = t(`setup.${id}`);
  const skip = id === 'hours' ? 'setup.hours.skip' : 'setup.skip';
  const skipLabel = state === 'skipped' ? t('setup.unskipOf', { step: name }) : `${t(skip)}: ${name}`;
  return (
    <li className={styles.step}>
      <span className={`${styles.sign} ${styles[state]}`} aria-hidden="true" />
      <div className={styles.words}>
        <Link className={styles.name} to={to}>
          {name}
        </Link>
        <span className={styles.state}>{t(`setup.state.${state}`)}</span>
        {state === 'open' || id === 'products' ? <p className={styles.quiet}>{t(hint.text, hint.values)}</p> : null}
      </div>
      {!required && state !== 'done' ? (
        <Button look="quiet" disabled={isBusy} aria-label={skipLabel} onClick={() => onSkip(state === 'open')}>
          {t(state === 'skipped' ? 'setup.unskip' : skip)}
        </Button>
      ) : null}
    </li>
  );
}

function hintOf(step: SetupStep, setup: SetupView): StepProps['hint'] {
  const { products, online_payment, test_order } = setup;
  if (step === 'products' && needsHoursFirst(setup.steps)) return { text: 'setup.products.hoursFirst' };
  if (step === 'products' && products > 0) return { text: 'setup.products.count', values: { count: products } };
  if (step === 'payment') return { text: online_payment ? 'setup.payment.online' : 'setup.payment.cash' };
  if (step === 'test_order' && test_order?.open)
    return { text: 'setup.test_order.open', values: { number: test_order.orderNumber } };
  return { text: `setup.${step}.hint` };
}

/** Where the step is done: the field of the settings, or the screen. */
function linkOf(step: SetupStep, slug: string, { steps, test_order }: SetupView): string {
  const setting = (field: string) => `/${slug}/admin/settings?field=${field}`;
  switch (step) {
    case 'place':
      return setting('pin_code');
    case 'hours':
      return setting('open_time');
    case 'phone':
      return setting('phone');
    case 'picture':
      return setting('picture');
    case 'products':
      return needsHoursFirst(steps) ? setting('open_time') : `/${slug}/admin/known-products`;
    case 'payment':
      return setting('upi_vpa');
    case 'poster':
      return `/${slug}/poster`;
    case 'test_order':
      return test_order?.open ? `/${slug}/shop-orders` : `/${slug}/products`;
    default:
      return step satisfies never;
  }
}
