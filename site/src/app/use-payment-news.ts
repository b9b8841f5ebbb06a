import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentDecided } from '../../../contract/billing/live.ts';
import { useCurrentRoute } from '../shell/current-route.ts';
import { onEvent } from '../../../packages/client/socket-events.ts';
import { heldStore } from '../shell/popups.ts';
import { useToast } from '../../../packages/ui/toast.tsx';

/** Tells of a payment that was still under way when its page was left. The payment's own pages look by themselves. */
export function usePaymentNews(): void {
  const { i18n } = useTranslation();
  const { staysAsLeft } = useCurrentRoute();
  const toast = useToast();
  useEffect(() => {
    const stop = onEvent(paymentDecided, ({ type, outcome }) => {
      const tell = async () => {
        const isWaitedFor = staysAsLeft || heldStore.get();
        const { refreshMember } = await import('../features/billing/pay/after-payment.ts');
        await refreshMember();
        if (isWaitedFor) return;
        const { outcomeWords } = await import('../features/billing/pay/outcome.ts');
        await i18n.loadNamespaces('pay');
        const { title, text } = outcomeWords(outcome, i18n.getFixedT(null, 'pay'));
        toast({ kind: type === 'paid' ? 'success' : 'danger', text: `${title}. ${text}` });
      };
      // Without the network it is told by the next page.
      tell().catch(() => undefined);
    });
    return () => void stop();
  }, [i18n, staysAsLeft, toast]);
}
