import { Landmark } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderStep } from '../../../../../contract/billing/charges.ts';
import { THREE_DS_SUBMIT_MS } from '../../../../../contract/kernel/constants.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Card } from '../../../../../packages/ui/card.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';
import { withoutAsking } from '../../../shell/under-way.ts';
import { StepForm } from './step-form.tsx';

type BankStepProps = {
  step: ProviderStep;
  whose: 'bank' | 'paypal';
  /** Came back by the back button, with nothing done there. */
  onAbandoned: () => void;
};

/** The bank has the word: its page takes over after a moment, or at once for the impatient. */
export function BankStep({ step, whose, onAbandoned }: BankStepProps) {
  const { t } = useTranslation('pay');
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
      <h2 className="mt-4 text-2xl">{t(whose === 'paypal' ? 'bank.toPayPal' : 'bank.title')}</h2>
      <p role="status" className="mt-2 mb-4 text-balance text-muted">
        {t(whose === 'paypal' ? 'bank.payPalText' : 'bank.text')}
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
