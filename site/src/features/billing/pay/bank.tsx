import { Landmark } from 'lucide-react';
import { useCallback, useEffect, useRef, useEffectEvent, useId, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { readOrder, type ProviderStep, type ChargeReply } from '#contract/billing/charges.ts';
import { type PaymentMethodKind, providers } from '#contract/billing/providers.ts';
import { THREE_DS_SUBMIT_MS } from '#contract/kernel/constants.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import { withoutAsking } from '#site/shell/under-way.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { methods } from './methods.tsx';
import { pause, isDecided } from './pay-order.ts';

type BankStepProps = {
  step: ProviderStep;
  /** The bank's, or that of a method with pages of its own. */
  whose: 'bank' | PaymentMethodKind;
  /** Came back by the back button, with nothing done there. */
  onAbandoned: () => void;
};

/** The bank has the word: its page takes over after a moment, or at once for the impatient. */
export function BankStep({ step, whose, onAbandoned }: BankStepProps) {
  const { t } = useTranslation('pay');
  const method = whose === 'bank' ? undefined : t(methods[whose].words);
  const form = useRef<HTMLFormElement>(null);
  const go = useCallback(() => {
    withoutAsking(() => {
      if (step.method === 'POST') form.current?.submit();
      else location.assign(withFields(step));
    });
  }, [step]);

  useEffect(() => {
    const timer = setTimeout(go, THREE_DS_SUBMIT_MS);
    return () => clearTimeout(timer);
  }, [go]);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onAbandoned();
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, [onAbandoned]);

  return (
    <Card as="section" className="text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-avatar bg-accent-soft text-on-accent-soft">
        <Landmark aria-hidden="true" className="size-7" strokeWidth={1.5} />
      </span>
      <h2 className="mt-4 text-2xl">{method ? t('bank.toMethod', { method }) : t('bank.title')}</h2>
      <p role="status" className="mt-2 mb-4 text-balance text-muted">
        {t(method ? 'bank.methodText' : 'bank.text')}
      </p>
      <Spinner className="text-primary-text" />
      {step.method === 'POST' && <StepForm ref={form} step={step} />}
      <Button size="lg" wide className="mt-4" onClick={go}>
        {t('bank.now')}
      </Button>
    </Card>
  );
}

function withFields({ url, fields }: ProviderStep): string {
  const address = new URL(url, location.href);
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
  return address.href;
}

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

/**
 * The bank asks in a frame of its own, which shows as soon as the bank has something to show. The back button does not
 * end the payment: it asks first.
 */
export function BankFrame({ step, orderId, onDecided, onAbandoned }: BankFrameProps) {
  const { t } = useTranslation(['pay', 'shell']);
  const { pathname, search } = useLocation();
  const [asks, setAsks] = useState(false);
  const { open, go } = useOverlay('bank', { endsWithPage: true, onLeft: () => setAsks(true) });
  useEffect(() => {
    if (!asks) open(true);
  }, [asks, open]);
  // Its entry becomes the page's own. To go back over it would move the frame, which has a history as well.
  const endFrame = () => go(pathname + search);
  const abandon = () => {
    endFrame();
    onAbandoned();
  };
  usePolling(orderId, (reply) => {
    endFrame();
    onDecided(reply);
  });
  return (
    <Dialog
      open
      onClose={abandon}
      closeLabel={t('shell:close')}
      title={t(asks ? 'bank.leaveTitle' : 'bank.frameTitle')}
      text={t(asks ? 'bank.leaveText' : 'bank.frameText')}
      // A click beside it must not end a payment.
      dismissible={false}
      actions={[
        ...(asks ? [{ label: t('bank.stay'), staysOpen: true, onClick: () => setAsks(false) }] : []),
        { label: t('bank.leave'), kind: 'ghost', staysOpen: true, onClick: abandon },
      ]}
    >
      <Framed step={step} hidden={asks} onReturned={go} />
    </Dialog>
  );
}

/** All that a bank's page needs: its cookies, its app, and to lead the whole page back here. */
const MAY =
  'allow-forms allow-scripts allow-same-origin allow-modals allow-popups allow-popups-to-escape-sandbox allow-top-navigation allow-top-navigation-to-custom-protocols';

type FramedProps = {
  step: ProviderStep;
  /** Its page stays as it is meanwhile. */
  hidden: boolean;
  /** The bank has sent the frame back to this address of ours. */
  onReturned: (address: string) => void;
};

function Framed({ step, hidden, onReturned }: FramedProps) {
  const { t } = useTranslation('pay');
  const name = useId();
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
    if (own && returnPages.has(own.pathname)) onReturned(own.pathname + own.search);
    else setShown(true);
  };

  return (
    <div hidden={hidden} className="relative h-[min(62dvh,38rem)] overflow-hidden rounded-field edge bg-soft">
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

/** Where the frame stands, if it is on this site. A bank's page cannot be read. */
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

type StepFormProps = {
  step: ProviderStep;
  /** The frame it goes to; without it, the whole page goes. */
  target?: string;
  ref: Ref<HTMLFormElement>;
};

/** What a provider wants to be sent by the browser. It is hidden. */
function StepForm({ step, target, ref }: StepFormProps) {
  return (
    <form ref={ref} hidden action={step.url} method={step.method.toLowerCase()} target={target}>
      {Object.entries(step.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
