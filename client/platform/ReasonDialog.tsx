import { declineApplicationBody } from '@haat/contract/platform/shop-applications.calls';
import { type TextId, useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useForm } from '../ui/use-form.ts';

type Props = {
  title: string;
  /** Above the reason. */
  text?: string;
  label: string;
  hint?: string;
  /** Shown when the reason is empty. */
  missing: TextId;
  confirm: string;
  isBusy: boolean;
  problem: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks for the reason of a decision, which the affected users read. It may be as long as the reason against an application. */
export function ReasonDialog(props: Props) {
  const { title, text, label, hint, missing, confirm, isBusy, problem, onConfirm, onClose } = props;
  const t = useText();
  const form = useForm({
    body: declineApplicationBody,
    initial: { reason: '' },
    texts: { reason: missing },
    send: ({ reason }) => onConfirm(reason),
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} {...form.bind}>
        <h2>{title}</h2>
        {text ? <p>{text}</p> : null}
        <Field label={label} hint={hint} autoFocus {...form.field('reason')} />
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
