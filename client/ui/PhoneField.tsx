import { mobileIn, withoutSeparators } from '@haat/contract/rules/phone';
import type { ComponentProps } from 'react';
import { Field } from './Field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'onChange'> & { onNumber: (text: string) => void };

/** A field for ten digits that takes a whole number as it is written elsewhere ("+91 98765 43210"). Spec section 5. */
export function PhoneField({ onNumber, ...field }: Props) {
  // Before the browser cuts what comes in to the field's length; React has no event of that time.
  const takeWhole = (input: HTMLInputElement) => {
    const take = (event: InputEvent) => {
      const number = mobileIn(event.data ?? '');
      if (number === undefined) return;
      event.preventDefault();
      onNumber(number);
    };
    input.addEventListener('beforeinput', take);
    return () => input.removeEventListener('beforeinput', take);
  };
  return (
    <Field
      {...field}
      ref={takeWhole}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={10}
      onChange={(event) => onNumber(withoutSeparators(event.target.value))}
    />
  );
}
