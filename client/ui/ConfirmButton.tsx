import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './Dialog.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  /** The action, also in the dialog. */
  label: string;
  /** What the action is about, for screen readers. */
  about?: ReactNode;
  /** Without one, the action needs no confirmation. */
  question: string | undefined;
  onConfirm: () => void;
};

/** A button whose action is confirmed first. */
export function ConfirmButton({ label, about, question, onConfirm, ...button }: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button {...button} onClick={question === undefined ? onConfirm : () => setAsking(true)}>
        {label}
        {about === undefined ? null : <span className="visually-hidden"> {about}</span>}
      </Button>
      {isAsking && question !== undefined ? (
        <ConfirmDialog text={question} confirm={label} onConfirm={confirm} onClose={close} />
      ) : null}
    </>
  );
}
