import type { Remark } from '@haat/contract/rules/order-again';
import { useLocation, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './OrderAgain.module.css';
import { RemarkList } from './RemarkList.tsx';

/** Above a cart that was filled from an earlier order: what is not as it was, until it was read. */
export function OrderedAgainNotice() {
  const t = useText();
  const { state } = useLocation();
  const navigate = useNavigate();
  const remarks = (state as { remarks?: Remark[] } | null)?.remarks ?? [];
  if (remarks.length === 0) return null;
  return (
    <Notice>
      <RemarkList title={t('again.changed')} remarks={remarks} />
      <div className={styles.read}>
        <Button look="secondary" onClick={() => void navigate('.', { replace: true, state: null })}>
          {t('again.read')}
        </Button>
      </div>
    </Notice>
  );
}
