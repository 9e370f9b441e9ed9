import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { useSession } from '../session/use-session.ts';
import { ExportList } from './ExportList.tsx';
import { ImportRun } from './ImportRun.tsx';
import styles from './ImportScreen.module.css';
import { RecentImports } from './RecentImports.tsx';
import { UploadForm } from './UploadForm.tsx';

/** The shop's products in bulk: out as a list, and in again. Which import is looked at stands in the address. */
export function ImportScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();
  const [search, setSearch] = useSearchParams();
  const run = Number(search.get('run'));
  const hasRun = Number.isSafeInteger(run) && run > 0;

  if (own && own !== shopSlug) return <Navigate to={`/${own}/admin/import`} replace />;
  return (
    <Page title={t('import.title')}>
      {shopId === undefined ? null : (
        <div className={styles.screen}>
          {hasRun ? (
            <ImportRun key={run} shopId={shopId} id={run} onLeave={() => setSearch({})} />
          ) : (
            <>
              <UploadForm shopId={shopId} onStarted={(id) => setSearch({ run: String(id) })} />
              <ExportList shopId={shopId} />
              <RecentImports shopId={shopId} />
            </>
          )}
        </div>
      )}
    </Page>
  );
}
