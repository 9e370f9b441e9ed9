import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';

type Props = {
  label: TextId;
  question: TextId;
  /** For a failure that has no text of its own. */
  failed: TextId;
  remove: () => Promise<unknown>;
  onRemoved: () => void;
  onSettled?: () => unknown;
};

/** Removes something of the account, after a question. */
export function RemoveButton({ label, question, failed, remove, onRemoved, onSettled }: Props) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const removing = useMutation({ mutationFn: remove, onSuccess: onRemoved, ...(onSettled && { onSettled }) });
  const refusal = useRefusalText(failed)(removing.error);
  return (
    <Row>
      <Button look="quiet" disabled={removing.isPending} onClick={() => setAsking(true)}>
        {t(label)}
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t(question)}
          confirm={t(label)}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            removing.mutate();
          }}
        />
      ) : null}
    </Row>
  );
}
