import { useId, type ComponentProps } from 'react';
import styles from './SelectField.module.css';
import { FieldFrame, inFrame, type FrameProps } from './FieldFrame.tsx';

type Option = { value: string; label: string };
type Props = Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> &
  FrameProps & {
    options: readonly Option[];
    /** What stands there while nothing is chosen. */
    placeholder: string;
  };

/** A labelled choice of one, with its hint and its problem. */
export function SelectField({ label, hint, problem, isQuiet, options, placeholder, ...select }: Props) {
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
