import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { mobileIn, withoutSeparators } from '@haat/contract/accounts/address';
import { plainNumber } from '@haat/contract/plain-number';
import styles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & FrameProps;

/**
 * A labelled input with its hint and its problem, tied together for screen readers. A number may be typed or pasted as it is
 * written in India ('₹ 1,250.00'); the field then shows its plain digits.
 */
export function Field({ label, hint, problem, isQuiet, ...input }: Props) {
  const id = useId();
  const frame = { label, hint, problem, isQuiet };
  const tie = inFrame(id, frame);
  return (
    <FieldFrame {...frame} id={id}>
      <input
        {...input}
        {...tie}
        onChange={isNumeric(input) ? (event) => input.onChange?.(withPlainNumber(event)) : input.onChange}
        className={styles.input}
        // An opening dialog moves the focus by itself; this attribute marks where to.
        data-autofocus={input.autoFocus || undefined}
        aria-invalid={tie['aria-invalid'] ?? input['aria-invalid']}
      />
    </FieldFrame>
  );
}

const isNumeric = ({ inputMode }: Pick<Props, 'inputMode'>) => inputMode === 'decimal' || inputMode === 'numeric';

/** The change with its text in plain digits, in the field too. */
export function withPlainNumber(event: ChangeEvent<HTMLInputElement>): ChangeEvent<HTMLInputElement> {
  const plain = plainNumber(event.target.value);
  // Setting the same text again would move the caret in some browsers.
  if (plain !== event.target.value) event.target.value = plain;
  return event;
}

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & FrameProps;

/** A labelled text field of several lines that grows with its text. */
export function TextAreaField({ label, hint, problem, isQuiet, ...area }: TextAreaFieldProps) {
  const id = useId();
  const frame = { label, hint, problem, isQuiet };
  return (
    <FieldFrame {...frame} id={id}>
      <textarea {...area} {...inFrame(id, frame)} className={styles.area} />
    </FieldFrame>
  );
}

type Option = { value: string; label: string };
type SelectFieldProps = Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> &
  FrameProps & {
    options: readonly Option[];
    /** Shown while nothing is chosen. */
    placeholder: string;
  };

/** A labelled choice of one, with its hint and its problem. */
export function SelectField({ label, hint, problem, isQuiet, options, placeholder, ...select }: SelectFieldProps) {
  const id = useId();
  const frame = { label, hint, problem, isQuiet };
  return (
    <FieldFrame {...frame} id={id}>
      <select {...select} {...inFrame(id, frame)} className={styles.select}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

type PhoneFieldProps = Omit<ComponentProps<typeof Field>, 'onChange'> & {
  onNumber: (text: string) => void;
  /** Another rule than for mobile numbers. */
  numberIn?: (text: string) => string | undefined;
};

/**
 * A field for a number as it is written elsewhere ("+91 98765 43210"). It cuts nothing: the first ten characters may be the
 * number of another person.
 */
export function PhoneField({ onNumber, numberIn = mobileIn, ...field }: PhoneFieldProps) {
  return (
    <Field
      {...field}
      maxLength={undefined}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      onPaste={(event) => {
        // A pasted whole number replaces the field's text; the browser would insert it.
        const number = numberIn(event.clipboardData.getData('text'));
        if (number === undefined) return;
        event.preventDefault();
        onNumber(number);
      }}
      onChange={({ target: { value } }) => onNumber(numberIn(value) ?? withoutSeparators(value))}
    />
  );
}

type FrameProps = {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** The problem is announced elsewhere. */
  isQuiet?: boolean;
};
type FieldFrameProps = FrameProps & { id: string; children: ReactNode };

/** A label with its control, hint and problem. */
function FieldFrame({ id, label, hint, problem, isQuiet = false, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} className={styles.problem} role={isQuiet ? undefined : 'alert'}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** What ties an input to its frame for screen readers. */
function inFrame(id: string, { hint, problem }: FrameProps) {
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined };
}

/** The form's ref: whenever other problems are found, the keyboard goes to the first field that has one. */
export function useFocusOnFirst(problems: object) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return form;
}
