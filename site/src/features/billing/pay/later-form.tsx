import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { changePlan } from '../../../../../contract/billing/member-billing.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import { termsText } from '../../../../../contract/billing/purchase-terms.ts';
import { call } from '../../../shell/api.ts';
import { paths } from '../../../shell/paths.ts';
import { openPopup } from '../../../shell/popups.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useMember } from '../../../shell/session.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';
import { refreshBilling } from '../billing-data.ts';
import { BuyButton } from './buy-button.tsx';
import { useDay } from './use-day.ts';
import { useTerms } from './use-terms.ts';

/** A plan for when the present one ends: nothing is paid now, so there is nothing to fill in. */
export function LaterForm({ quote }: { quote: Quote }) {
  const { t } = useTranslation('pay');
  const { trackerId } = useMember();
  const navigate = useNavigate();
  const day = useDay();
  const terms = useTerms(quote);
  const { busy, refusal, attempt } = useAttempt();
  const { productId, name } = quote;

  async function submit() {
    if (productId === null) return;
    const changed = await attempt(async () => {
      const { startsAt } = await call(changePlan, { trackerId, productId, terms: termsText(terms) });
      openPopup({
        name: 'notice',
        title: t('later.title'),
        text: t('later.text', { name: name ?? '', date: day(startsAt) }),
      });
    });
    if (!changed) return;
    void refreshBilling();
    await navigate(paths.profile(), { replace: true });
  }

  return (
    <form
      method="post"
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {refusal && <RefusalNote refusal={refusal} />}
      <BuyButton terms={terms} loading={busy} />
    </form>
  );
}
