import { type FormEvent, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, useFocusOnFirst } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = {
  title: string;
  /** Above the reason. */
  text?: string;
  label: string;
  hint?: string;
  /** Shown when the reason is empty. */
  missing: string;
  confirm: string;
  isBusy: boolean;
  problem: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason of a decision, which the affected users read. */
export function ReasonDialog(props: Props) {
  const { title, text, label, hint, missing, confirm, isBusy, problem, onConfirm, onClose } = props;
  const t = useText();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ reason?: string }>({});
  const form = useFocusOnFirst(problems);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setProblems(given ? {} : { reason: missing });
    if (given) onConfirm(given);
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        {text ? <p>{text}</p> : null}
        <Field
          label={label}
          hint={hint}
          name="reason"
          autoFocus
          required
          maxLength={300}
          value={reason}
          problem={problems.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          <Button type="submit" disabled={isBusy}>
            {confirm}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
