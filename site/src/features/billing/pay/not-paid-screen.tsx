import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { paymentOutcome } from '#contract/billing/payment-outcome.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useOutcomeWords } from './outcome.ts';

/** It was not paid: why, as far as it is known, and the way back. */
export function NotPaidScreen() {
  const { t } = useTranslation('pay');
  const wordsOf = useOutcomeWords();
  const [query] = useSearchParams();
  const outcome = z.safeDecode(paymentOutcome, (query.get('errorMsg') ?? '') as never);
  const words = outcome.success && outcome.data !== 'success' ? wordsOf(outcome.data) : undefined;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section" className="text-center">
        <span className="mx-auto grid size-20 place-items-center rounded-avatar bg-danger-soft text-on-danger-soft">
          <CircleX aria-hidden="true" className="size-10" strokeWidth={1.5} />
        </span>
        <PageHeading always className="mt-4">
          {t('notPaid.title')}
        </PageHeading>
        {words && <p className="mt-2 font-semibold">{words.title}</p>}
        <p className="mt-2 text-muted">{words?.text ?? t('notPaid.text')}</p>
        <ButtonLink to={paths.purchase} size="lg" wide className="mt-6">
          {t('notPaid.back')}
        </ButtonLink>
      </Card>
    </div>
  );
}
