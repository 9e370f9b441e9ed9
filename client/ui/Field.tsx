import { useId, type ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, inFrame, type FrameProps } from './FieldFrame.tsx';

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & FrameProps;

/** A labelled input with its hint and its problem, tied together for screen readers. */
export function Field({ label, hint, problem, isQuiet, ...input }: Props) {
  const id = useId();
  const frame = { label, hint, problem, isQuiet };
  const tie = inFrame(id, frame);
  return (
    <FieldFrame {...frame} id={id}>
      <input
        {...input}
        {...tie}
        className={styles.input}
        // A dialog that opens moves the focus by itself; this tells it where to.
        data-autofocus={input.autoFocus || undefined}
        aria-invalid={tie['aria-invalid'] ?? input['aria-invalid']}
      />
    </FieldFrame>
  );
}
