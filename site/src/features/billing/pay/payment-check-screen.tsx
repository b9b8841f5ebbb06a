import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { refreshMember } from '../billing-data.ts';
import { handOver, readOpenOrder, takeOpenOrder } from './open-order.ts';
import { useReportOutcome } from './outcome.ts';
import { pause } from './pay-order.ts';
import { checkPayment } from './payment-check.ts';
import { forgetTypedCard } from './typed-card.ts';

/** Back from the bank, or from PayPal: asks what became of it, and goes where that belongs. */
export function PaymentCheckScreen() {
  const { t } = useTranslation(['pay', 'errors', 'account']);
  const { brand } = useShell();
  const { trackerId } = useMember();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const reportOutcome = useReportOutcome();
  const { busy, refusal, attempt } = useAttempt();

  const check = () =>
    attempt(async () => {
      const seller = { domain: location.hostname, paymentCompany: brand.paymentCompany };
      const query = new URLSearchParams(search);
      const found = await checkPayment({ pathname, query, trackerId, seller }, { call, pause });
      const { address = paths.pay(), grants } = readOpenOrder() ?? {};
      // The payment page asks for the open order by itself, and says that it was not finished.
      if (found === 'unfinished') return navigate(address, { replace: true });
      takeOpenOrder();
      if (!found) return navigate(paths.find, { replace: true });
      if (found.outcome === 'success') {
        forgetTypedCard();
        await navigate(paths.paid, {
          replace: true,
          state: { paid: true, orderId: found.orderId, grants },
        });
        return refreshMember();
      }
      if (found.outcome !== 'pending') handOver({ refused: found.outcome });
      await navigate(address, { replace: true });
      if (found.outcome === 'pending') reportOutcome(found.outcome, address);
    });

  const begun = useRef(false);
  const begin = useEffectEvent(() => {
    // In the bank's frame there is nothing to see: the page around it goes on.
    if (window.top && window.top !== window.self) window.top.location.replace(location.href);
    else void check();
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);

  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card as="section" className="text-center">
        <PageHeading always>{t('check.title')}</PageHeading>
        {refusal && !busy ? (
          <div className="mt-5 space-y-3 text-left">
            <SubmitError refusal={refusal} />
            <Button size="lg" wide onClick={() => void check()}>
              {t('check.again')}
            </Button>
          </div>
        ) : (
          <p role="status" className="mt-4 flex flex-col items-center gap-3 text-muted">
            <Spinner />
            {t('check.text')}
          </p>
        )}
      </Card>
    </div>
  );
}
