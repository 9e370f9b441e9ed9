import { slugFrom } from '@haat/contract/rules/new-shop';
import { useState, type FormEvent } from 'react';
import {
  EMPTY_SHOP,
  newShopBody,
  type NewShopEntries,
  newShopProblems,
  type NewShopProblems,
} from './new-shop-entries.ts';
import { useOperatorChange } from './use-operator-change.ts';

/** What is typed about a new shop, and creating it. Its address follows its name until it is written by hand. */
export function useNewShop(onCreated: () => void) {
  const [entries, setEntries] = useState(EMPTY_SHOP);
  const [problems, setProblems] = useState<NewShopProblems>({});
  const { change: send, isBusy, problem } = useOperatorChange();
  const change = (changes: Partial<NewShopEntries>) =>
    setEntries((now) => {
      const isFollowing = changes.name !== undefined && now.slug === slugFrom(now.name);
      return { ...now, ...changes, ...(isFollowing && { slug: slugFrom(changes.name ?? '') }) };
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = newShopProblems(entries);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    send({ method: 'POST', body: newShopBody(entries), said: 'operator.created', onDone: onCreated });
  };
  const isDirty = JSON.stringify(entries) !== JSON.stringify(EMPTY_SHOP);
  return { entries, problems, change, submit, isBusy, problem, isDirty };
}
