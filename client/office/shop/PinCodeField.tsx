import type { Place } from '@haat/contract/shops/delivery-area';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePinCode } from '../../shared/addresses/use-pin-code.ts';

/** Finds the place of a shop by its PIN code. */
export function PinCodeField({ onPlace }: { onPlace: (place: Place) => void }) {
  const t = useText();
  const [pin, setPin] = useState('');
  const [used, setUsed] = useState<string>();
  const { city, place, isMissing } = usePinCode(pin);
  return (
    <Stack gap={3}>
      <Field
        label={t('settings.pinCode')}
        name="pin_code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        hint={t('settings.pinCodeHint')}
        value={pin}
        problem={isMissing ? t('settings.pinCodeUnknown') : undefined}
        onChange={({ target }) => setPin(target.value.replaceAll(/\s/g, ''))}
      />
      <Row>
        <Button
          look="secondary"
          disabled={!place}
          onClick={() => {
            if (!place) return;
            onPlace(place);
            setUsed(pin);
          }}
        >
          {t('settings.usePinCode')}
        </Button>
      </Row>
      {used === pin && city ? <Notice>{t('settings.pinCodeUsed', { city })}</Notice> : null}
    </Stack>
  );
}
