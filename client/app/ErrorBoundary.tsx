import { Component, type ReactNode, useCallback, useEffect, useState } from 'react';
import { ChunkLoadError, isServerThere, shouldTakeOtherVersion } from '../lib/lazy.ts';
import { type TextId, useText } from '../i18n/use-text.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import styles from './ErrorBoundary.module.css';

type Props = { children: ReactNode; resetKey?: string };
type State = { error: Error | undefined; resetKey: string | undefined };

/** Catches errors of a screen. Another `resetKey` (a navigation) or another address renders the screens again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  readonly reset = () => this.setState({ error: undefined });

  // Around the router itself nothing else notices that the user went to the start page.
  override componentDidMount() {
    window.addEventListener('hashchange', this.reset);
  }

  override componentWillUnmount() {
    window.removeEventListener('hashchange', this.reset);
  }

  override render() {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) return <ChunkFailure error={error} onLoaded={this.reset} />;
    return error ? <ErrorScreen error={error} /> : this.props.children;
  }
}

type ChunkFailureProps = { error: ChunkLoadError; onLoaded: () => void };

const RETRY_MS = 5000;

/**
 * A screen's code could not be loaded. Retried on a tap, and automatically when the device is online again, or the server
 * responds again. A newer version has replaced the files of the page: then it is reloaded.
 */
function ChunkFailure({ error, onLoaded }: ChunkFailureProps) {
  const t = useText();
  const [isTrying, setTrying] = useState(false);

  const tryAgain = useCallback(async () => {
    setTrying(true);
    try {
      await error.retry();
      onLoaded();
    } catch {
      if (await isServerThere()) location.reload();
      setTrying(false);
    }
  }, [error, onLoaded]);

  useEffect(() => {
    const onOnline = () => void tryAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [tryAgain]);

  useEffect(() => {
    void shouldTakeOtherVersion().then((isOther) => {
      if (isOther) location.reload();
    });
  }, []);

  useEffect(() => {
    // Without a reload: if a file is missing permanently, the page would reload again and again.
    const retrying = setInterval(() => {
      void isServerThere()
        .then((isThere) => (isThere ? error.retry().then(onLoaded) : undefined))
        .catch(() => {});
    }, RETRY_MS);
    return () => clearInterval(retrying);
  }, [error, onLoaded]);

  return (
    <Failure error={error} title="error.chunkTitle" text="error.chunk">
      <Button disabled={isTrying} onClick={() => void tryAgain()}>
        {t(isTrying ? 'error.chunkTrying' : 'common.tryAgain')}
      </Button>
    </Failure>
  );
}

/** An error that no screen caught. */
function ErrorScreen({ error }: { error: Error }) {
  const t = useText();
  return (
    <Failure error={error} title="error.title" text="error.text">
      <Button onClick={() => location.reload()}>{t('error.reload')}</Button>
    </Failure>
  );
}

type FailureProps = { error: Error; title: TextId; text: TextId; children: ReactNode };

/** What failed and what to do. The details are for who looks for the cause; the console has the stack. */
function Failure({ error, title, text, children }: FailureProps) {
  const t = useText();
  return (
    <Page title={t(title)} narrow>
      <Notice tone="error">{t(text)}</Notice>
      <div className={styles.actions}>
        {children}
        <a className={buttonClass('secondary')} href="#/">
          {t('error.home')}
        </a>
      </div>
      <details className={styles.code}>
        <summary>{t('error.details')}</summary>
        <p>{`${error.name}: ${error.message}`}</p>
      </details>
    </Page>
  );
}
