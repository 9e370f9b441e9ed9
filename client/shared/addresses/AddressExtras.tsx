import { ADDRESS_LABEL_MAX, ADDRESS_LABELS } from '@haat/contract/accounts/address';
import type { Point } from '@haat/contract/shops/distance';
import { useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { readPosition } from '../../lib/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { isKnownLabel, LABEL_TEXTS } from './use-label-text.ts';
import styles from './Addresses.module.css';

type AddressLabelProps = { label: string; onLabel: (label: string) => void };

/** Home, Work, or a text of the customer's own. */
export function AddressLabel({ label, onLabel }: AddressLabelProps) {
  const t = useText();
  const isOwn = label !== '' && !isKnownLabel(label);
  const [isTyping, setTyping] = useState(isOwn);
  const chips = [
    ...ADDRESS_LABELS.map((value) => ({ value, label: t(LABEL_TEXTS[value]) })),
    { value: 'other' as const, label: t('address.labelOther') },
  ];
  const choose = (value: 'other' | keyof typeof LABEL_TEXTS) => {
    setTyping(value === 'other');
    // A second tap takes the label away.
    onLabel(value === 'other' || value === label ? '' : value);
  };
  return (
    <Stack gap={2}>
      <span className={styles.caption}>{t('address.label')}</span>
      <FilterChips
        label={t('address.label')}
        chips={chips}
        chosen={isTyping ? 'other' : isKnownLabel(label) ? label : undefined}
        onChoose={(value) => value && choose(value)}
      />
      {isTyping ? (
        <Field
          label={t('address.labelOwn')}
          name="label"
          maxLength={ADDRESS_LABEL_MAX}
          autoComplete="off"
          value={label}
          onChange={(event) => onLabel(event.target.value)}
        />
      ) : null}
    </Stack>
  );
}

type AddressLocationProps = {
  location: Point | undefined;
  onLocate: (location: Point | undefined) => void;
  /** Nothing else tells where the address is. */
  isNeeded: boolean;
};

/** A less exact position, of a computer without GPS, says less than the PIN code. */
const MAX_INACCURACY_METRES = 500;

/** Stores where the device is with the address, after a tap. */
export function AddressLocation({ location, onLocate, isNeeded }: AddressLocationProps) {
  const t = useText();
  const [state, setState] = useState<'resting' | 'locating' | TextId>('resting');
  const locate = async () => {
    setState('locating');
    try {
      const { accuracyMetres, ...point } = await locateExactly();
      const isExact = accuracyMetres <= MAX_INACCURACY_METRES;
      if (isExact) onLocate(point);
      setState(isExact ? 'resting' : 'address.locationCoarse');
    } catch {
      setState('address.locationFailed');
    }
  };
  const problem = state === 'resting' || state === 'locating' ? undefined : state;
  return (
    <Stack gap={2}>
      <Row justify="between" gap={2}>
        <span role="status">{location ? t('address.locationSet') : null}</span>
        {location ? (
          <Button look="quiet" onClick={() => onLocate(undefined)}>
            {t('address.locationRemove')}
          </Button>
        ) : (
          <Button look="secondary" wide disabled={state === 'locating'} onClick={() => void locate()}>
            {t(state === 'locating' ? 'address.locating' : 'address.useLocation')}
          </Button>
        )}
      </Row>
      <p className={problem ? styles.locationProblem : styles.caption} role={problem ? 'alert' : undefined}>
        {t(problem ?? (isNeeded ? 'address.locationNeeded' : 'address.locationHint'))}
      </p>
    </Stack>
  );
}

const EXACT_OPTIONS = { timeout: 15_000, maximumAge: 0, enableHighAccuracy: true };

/** Where this device is, as exactly as it can determine. `accuracyMetres`: how far it may be from there. */
async function locateExactly(): Promise<{ latitude: number; longitude: number; accuracyMetres: number }> {
  const { latitude, longitude, accuracy } = await readPosition(EXACT_OPTIONS);
  return { latitude, longitude, accuracyMetres: accuracy };
}
