import type { SharedDeviceView } from '@haat/contract/accounts/shared-devices.calls';
import { MAX_PIN_DIGITS, PIN_PATTERN } from '@haat/contract/accounts/member-pin';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { useEnterPin } from '../../shared/session/shared-device.ts';
import styles from './LockPanel.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type Props = { person: SharedDeviceView['people'][number]; onBack: () => void };

/** The PIN of one member: typed, or tapped on the keys of the screen. */
export function PinPad({ person: { id, name }, onBack }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const { mutate, isPending, error, reset } = useEnterPin();
  const problem = useRefusalText('sharedDevice.failed', OWN_TEXTS)(error);
  const focus = () => field.current?.focus();
  useEffect(() => field.current?.focus(), []);

  const change = (digits: string) => {
    if (error) reset();
    setPin(digits.replace(/\D/g, '').slice(0, MAX_PIN_DIGITS));
  };
  const isWhole = PIN_PATTERN.test(pin);
  const enter = () => {
    if (!isWhole || isPending) return;
    mutate({ userId: id, pin }, { onError: focus, onSettled: () => setPin('') });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') enter();
  };
  return (
    <>
      <h2 id="lock-title">
        <label htmlFor={fieldId} lang={langOf(name)}>
          {t('sharedDevice.pinOf', { name })}
        </label>
      </h2>
      {/* The keys of the screen are the keyboard; the browser should neither show another one nor store the PIN. */}
      <input
        ref={field}
        id={fieldId}
        className={styles.pin}
        type="password"
        inputMode="none"
        autoComplete="one-time-code"
        maxLength={MAX_PIN_DIGITS}
        value={pin}
        aria-invalid={problem !== undefined}
        aria-describedby={`${fieldId}-problem`}
        onChange={({ target }) => change(target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${fieldId}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <div className={styles.pad} role="group" aria-label={t('sharedDevice.pad')}>
        {DIGITS.map((digit) => (
          <PadKey key={digit} digit={digit} onPress={() => change(pin + digit)} />
        ))}
        <button
          type="button"
          className={styles.key}
          aria-label={t('sharedDevice.delete')}
          disabled={pin === ''}
          onClick={() => change(pin.slice(0, -1))}
        >
          <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
            <path d="M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5" />
          </svg>
        </button>
        <PadKey digit="0" onPress={() => change(`${pin}0`)} />
        <button
          type="button"
          className={`${styles.key} ${styles.enter}`}
          disabled={!isWhole || isPending}
          onClick={enter}
        >
          {t('sharedDevice.enter')}
        </button>
      </div>
      <Button look="quiet" onClick={onBack}>
        {t('sharedDevice.other')}
      </Button>
    </>
  );
}

const OWN_TEXTS = { pin_wrong: 'sharedDevice.wrong' } as const;

const PadKey = ({ digit, onPress }: { digit: string; onPress: () => void }) => (
  <button type="button" className={styles.key} onClick={onPress}>
    {digit}
  </button>
);
