import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type ChargeReply, type ProviderStep, readOrder } from '../../../../../contract/billing/charges.ts';
import { providers } from '../../../../../contract/billing/providers.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';
import { call } from '../../../shell/api.ts';
import { useMember } from '../../../shell/session.ts';
import { pause } from './pause.ts';
import { isDecided } from './pay-order.ts';
import { StepForm } from './step-form.tsx';

/** Where banks send the member back. */
const returnPages = new Set<string>(Object.values(providers).map(({ returnPage }) => returnPage.path));

type BankFrameProps = {
  step: ProviderStep;
  orderId: string;
  /** It was decided while the bank's page was open. */
  onDecided: (reply: ChargeReply) => void;
  /** Closed before it was decided. */
  onAbandoned: () => void;
};

/** The bank asks in a frame of its own. It shows as soon as the bank has something to show. */
export function BankFrame({ step, orderId, onDecided, onAbandoned }: BankFrameProps) {
  const { t } = useTranslation(['pay', 'shell']);
  usePolling(orderId, onDecided);
  return (
    <Dialog
      open
      onClose={onAbandoned}
      closeLabel={t('shell:close')}
      title={t('bank.frameTitle')}
      text={t('bank.frameText')}
      // A click beside it must not end a payment.
      dismissible={false}
      actions={[{ label: t('bank.leave'), kind: 'ghost' }]}
    >
      <Framed step={step} />
    </Dialog>
  );
}

/** All that a bank's page needs: its cookies, its app, and to lead the whole page back here. */
const MAY =
  'allow-forms allow-scripts allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox allow-top-navigation allow-top-navigation-to-custom-protocols';

function Framed({ step }: { step: ProviderStep }) {
  const { t } = useTranslation('pay');
  const name = useId();
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    form.current?.submit();
  }, []);
  const loaded = () => {
    if (!sent.current) return;
    const own = ownAddressIn(frame.current);
    if (own && returnPages.has(own.pathname)) void navigate(own.pathname + own.search, { replace: true });
    else setShown(true);
  };

  return (
    <div className="relative h-[min(62dvh,38rem)] overflow-hidden rounded-field edge bg-soft">
      {!shown && (
        <p
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-muted"
        >
          <Spinner />
          {t('bank.connecting')}
        </p>
      )}
      <iframe
        ref={frame}
        name={name}
        title={t('bank.frameTitle')}
        sandbox={MAY}
        onLoad={loaded}
        className={classNames('size-full', !shown && 'invisible')}
      />
      <StepForm ref={form} step={step} target={name} />
    </div>
  );
}

/** Where the frame stands, if it is on this site. A bank's page is nobody else's business. */
function ownAddressIn(frame: HTMLIFrameElement | null): Location | undefined {
  try {
    return frame?.contentWindow?.location.host ? frame.contentWindow.location : undefined;
  } catch {
    return undefined;
  }
}

const FIRST_ASKED_MS = 3_000;
const LATER_ASKED_MS = 10_000;
const PATIENCE_MS = 15 * 60 * 1_000;

/** Asks now and then whether it is decided, in case the frame never says so. */
function usePolling(orderId: string, onDecided: (reply: ChargeReply) => void): void {
  const { trackerId } = useMember();
  const handle = useEffectEvent(onDecided);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const until = Date.now() + PATIENCE_MS;
    const ask = async () => {
      for (let wait = FIRST_ASKED_MS; Date.now() < until; wait = Math.min(wait * 1.3, LATER_ASKED_MS)) {
        await pause(wait, signal);
        const known = await call(readOrder, { trackerId, orderId }, { signal }).catch(() => undefined);
        if (known && known.step === null && isDecided(known)) return handle(known);
      }
    };
    // Leaving the page ends it, and that is no fault.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, [trackerId, orderId]);
}
