import { useEffect, useRef, type ReactNode } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './DevicePush.module.css';
import { usePush, type PushStanding } from './use-push.ts';

type Props = {
  offer: TextId;
  /** What is said once it is on. */
  on: TextId;
  /** Whether what cannot be changed here is said before anybody asked. */
  saysWhy?: boolean;
};

const WHY: Partial<Record<PushStanding, TextId>> = {
  blocked: 'push.blocked',
  unsupported: 'push.unsupported',
  notInstalled: 'push.install',
  failed: 'push.failed',
};

/** The offer to tell this device what happens, and what became of it. The browser is asked after a tap, never before. */
export function DevicePush({ offer, on, saysWhy = false }: Props) {
  const t = useText();
  const { standing, hasAsked, ask } = usePush();
  if (standing === 'askable' || standing === 'busy') {
    return (
      <Button look="secondary" aria-disabled={standing === 'busy'} onClick={standing === 'busy' ? undefined : ask}>
        {t(standing === 'busy' ? 'push.turningOn' : offer)}
      </Button>
    );
  }
  const why = hasAsked || saysWhy ? WHY[standing] : undefined;
  if (standing === 'saved' && (hasAsked || saysWhy)) return <Outcome hasAsked={hasAsked}>{t(on)}</Outcome>;
  if (!why) return null;
  return (
    <>
      <Outcome hasAsked={hasAsked}>{t(why)}</Outcome>
      {standing === 'failed' ? (
        <Button look="secondary" onClick={ask}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
    </>
  );
}

/** Stands where the button stood, and takes the keyboard over from it. */
function Outcome({ hasAsked, children }: { hasAsked: boolean; children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasAsked && document.activeElement === document.body) text.current?.focus();
  }, [hasAsked]);
  return (
    <p ref={text} className={styles.outcome} role="status" tabIndex={-1}>
      {children}
    </p>
  );
}
