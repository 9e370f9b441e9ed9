import { listUsualPurchases } from '@haat/contract/stock/purchases.calls';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';
import type { PurchaseDraft } from './purchase-draft.ts';
import { questionKey, type UnusualLine, unusualLines } from './unusual-lines.ts';

type Send = (draft: PurchaseDraft) => void;
type Asked = { lines: UnusualLine[]; draft: PurchaseDraft; send: Send };

/** Sends a valid purchase immediately if it is not unusual, else after a confirmation. `replacesId`: the purchase it corrects. */
export function useUsualCheck(shopId: number, replacesId: number | undefined) {
  const refusal = useRefusalText('purchase.notSaved');
  const [asked, setAsked] = useState<Asked>();
  // Lines confirmed in a draft are not asked about again when it is booked.
  const confirmed = useRef(new Set<string>());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ draft }: Omit<Asked, 'lines'>) => {
      const variants = [...new Set(draft.lines.map(({ variant_id: id }) => id))].join(',');
      if (variants === '') return [];
      const query = { variants, ...(replacesId !== undefined && { without: replacesId }) };
      return unusualLines(draft.lines, await call(listUsualPurchases, { params: { shopId }, query }));
    },
    onSuccess: (found, { draft, send }) => {
      const lines = found.filter((line) => !confirmed.current.has(questionKey(line)));
      if (lines.length === 0) send(draft);
      else setAsked({ lines, draft, send });
    },
  });
  return {
    check: (draft: PurchaseDraft, send: Send) => mutate({ draft, send }),
    asked: asked?.lines,
    confirm: () => {
      for (const line of asked?.lines ?? []) confirmed.current.add(questionKey(line));
      setAsked(undefined);
      asked?.send(asked.draft);
    },
    close: () => setAsked(undefined),
    isPending,
    problem: refusal(error),
  };
}
