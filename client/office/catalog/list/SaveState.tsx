import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { type EditStates, useEditSummary } from './edit-states.ts';
import styles from './ProductListScreen.module.css';

/** Whether all edits in the list are saved, and Undo for the last one. */
export function SaveState({ states }: { states: EditStates }) {
  const t = useText();
  const { saving, unsaved, saved } = useEditSummary(states);
  const isQuiet = saving === 0 && unsaved === 0;
  return (
    <>
      <div className={styles.state}>
        <p role="status">
          {unsaved > 0 ? t('productList.unsaved', { count: unsaved }) : ''}
          {unsaved === 0 && saving > 0 ? t('productList.saving') : ''}
          {isQuiet && saved ? t('productList.saved', { name: saved.name }) : ''}
        </p>
        {isQuiet && saved ? (
          <Button look="quiet" onClick={() => void saved.undo()}>
            {t('common.undo')}
          </Button>
        ) : null}
      </div>
      <UnsavedGuard isDirty={unsaved > 0} onLeave={() => {}} />
    </>
  );
}
