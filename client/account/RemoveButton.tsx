import { useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
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
  const [isAsking, setAsking] = useState(false);
  return (
    <Row>
      <Button look="quiet" disabled={isBusy} onClick={() => setAsking(true)}>
        {t(label)}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t(question)}
          confirm={t(label)}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onRemove();
          }}
        />
      ) : null}
    </Row>
  );
}
