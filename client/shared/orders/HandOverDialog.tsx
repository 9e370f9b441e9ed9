import { isPickupCode, readPickupQr } from '@haat/contract/orders/pickup-code';
import { ORDER_PATHS } from '@haat/contract/changes';
import type { ScanFormat } from '@haat/contract/orders/scanner';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { reload } from '../../lib/reload.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

const CameraScanner = lazyComponent(() => import('../scanner/CameraScanner.tsx'), 'CameraScanner');

const FORMATS: readonly ScanFormat[] = ['qr'];
const OWN_TEXTS = { pickup_code_wrong: 'pickupCode.wrong' } as const;

type Props = {
  order: { orderNumber: string; customer_name?: string | null | undefined };
  /** The amount to collect first, or that the order is paid. */
  money: string;
  /** Hands it over with this code. */
  send: (code: string) => Promise<unknown>;
  onHandedOver: () => void;
  onClose: () => void;
};

/** Hands an order over with the code of its customer, typed or scanned. The server compares it. */
export function HandOverDialog({ order, money, send, onHandedOver, onClose }: Props) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isScanning, setScanning] = useState(false);
  const { handOver, read, problem, clear, isPending } = useHandOver({ order, send, onHandedOver });
  const title = t('pickupCode.handOver', { number: order.orderNumber });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    handOver(code);
  };
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        {order.customer_name ? <p>{order.customer_name}</p> : null}
        <strong>{money}</strong>
        <Field
          label={t('pickupCode.title')}
          hint={t('pickupCode.ask')}
          problem={problem}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={4}
          autoFocus
          value={code}
          onChange={(event) => {
            setCode(event.target.value.replaceAll(/\D/g, ''));
            clear();
          }}
        />
        {isScanning ? (
          <CameraScanner formats={FORMATS} onRead={({ text }) => read(text)} />
        ) : (
          <Button look="secondary" onClick={() => setScanning(true)}>
            {t('pickupCode.scan')}
          </Button>
        )}
        <Row justify="between">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" aria-disabled={isPending}>
            {t(isPending ? 'pickupCode.checking' : 'pickupCode.confirm')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** Sends the code. `read`: of a QR code; one that was refused is not sent again, because every wrong code counts. */
function useHandOver({ order: { orderNumber }, send, onHandedOver }: Omit<Props, 'onClose' | 'money'>) {
  const t = useText();
  const queries = useQueryClient();
  const refusalText = useRefusalText('pickupCode.failed', OWN_TEXTS);
  const [mistake, setMistake] = useState<string>();
  const lastRefused = useRef('');
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onSuccess: onHandedOver,
    onError: (thrown, code) => {
      if (thrown instanceof ApiError && thrown.reason.code === 'pickup_code_wrong') lastRefused.current = code;
    },
    onSettled: () => reload(queries, ORDER_PATHS),
  });

  const handOver = (code: string) => {
    if (isPending) return;
    setMistake(isPickupCode(code) ? undefined : t('pickupCode.missing'));
    reset();
    if (isPickupCode(code)) mutate(code);
  };
  const read = (text: string) => {
    if (isPending) return;
    const qr = readPickupQr(text);
    if (qr?.orderNumber === orderNumber) {
      if (qr.code !== lastRefused.current) return handOver(qr.code);
      reset();
      setMistake(t('pickupCode.wrong'));
      return;
    }
    reset();
    setMistake(qr ? t('pickupCode.otherOrder', { number: qr.orderNumber }) : t('pickupCode.notOfOrder'));
  };
  const clear = () => {
    setMistake(undefined);
    if (!isPending) reset();
  };
  return { handOver, read, clear, isPending, problem: mistake ?? refusalText(error) };
}
