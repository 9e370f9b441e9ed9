import { useDeferredValue, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import desk from '../desk/Desk.module.css';
import { useSession } from '../session/use-session.ts';
import { PaymentHealth } from './PaymentHealth.tsx';
import { PaymentList } from './PaymentList.tsx';

/** As long as the server lets a search be. */
const LONGEST_SEARCH = 100;

/** All online payments of the platform, for its operator: whether money and orders agree, and any payment to be found. */
export function OperatorPaymentsScreen() {
  const t = useText();
  const { isOperator } = useSession();
  return (
    <Page title={t('operatorPayments.title')} narrow>
      {isOperator ? <OperatorPayments /> : <Notice tone="error">{t('operator.denied')}</Notice>}
    </Page>
  );
}

function OperatorPayments() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isOnlyTrouble, setOnlyTrouble] = useState(false);
  const wanted = useDeferredValue(search.trim().slice(0, LONGEST_SEARCH));
  return (
    <div className={desk.stack}>
      <PaymentHealth />
      <SearchField label={t('operatorPayments.search')} value={search} onChange={setSearch} />
      <label className={desk.check}>
        <input
          type="checkbox"
          checked={isOnlyTrouble}
          onChange={(event) => setOnlyTrouble(event.currentTarget.checked)}
        />
        {t('operatorPayments.onlyTrouble')}
      </label>
      <PaymentList search={wanted} trouble={isOnlyTrouble} />
    </div>
  );
}
