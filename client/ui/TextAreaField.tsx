import { useId, type ComponentProps } from 'react';
import styles from './TextAreaField.module.css';
import { FieldFrame, inFrame, type FrameProps } from './FieldFrame.tsx';

type Props = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & FrameProps;

/** A labelled text of several lines that grows with what is typed. */
export function TextAreaField({ label, hint, problem, isQuiet, ...area }: Props) {
  const id = useId();
  const frame = { label, hint, problem, isQuiet };
  return (
    <FieldFrame {...frame} id={id}>
      <textarea {...area} {...inFrame(id, frame)} className={styles.area} />
    </FieldFrame>
  );
}
