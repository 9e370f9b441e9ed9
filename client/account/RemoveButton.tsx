import { type TextId, useText } from '../i18n/use-text.ts';
import { Row } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = {
  label: TextId;
  question: TextId;
  isBusy: boolean;
  problem: string | undefined;
  onRemove: () => void;
};

/** Removes something of the account, after a question. */
export function RemoveButton({ label, question, isBusy, problem, onRemove }: Props) {
  const t = useText();
  return (
    <Row>
      <ConfirmButton look="quiet" disabled={isBusy} label={t(label)} question={t(question)} onConfirm={onRemove} />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Row>
  );
}
