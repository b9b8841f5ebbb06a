import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../../../packages/ui/badge.tsx';
import { Dialog } from '../../../../../packages/ui/dialog.tsx';
import { RadioCards } from '../../../../../packages/ui/radio-cards.tsx';
import { useMoney } from '../use-money.ts';
import { methodWords } from './method-choice.tsx';
import type { Wallets } from './methods.ts';

/** What can be tried out, by the names the sandbox has for it. */
const scenarios = ['success', '3ds', 'insufficient_funds'] as const;
type Scenario = (typeof scenarios)[number];
const scenarioWords = {
  success: 'standIn.success',
  '3ds': 'standIn.asked',
  insufficient_funds: 'standIn.declined',
} as const;

type WalletStandInProps = {
  wallet: keyof Wallets;
  amountCents: number;
  onPaid: (response: Record<string, unknown>) => void;
  onClose: () => void;
};

/** Stands in for a wallet where no money is real, and says so. */
export function WalletStandIn({ wallet, amountCents, onPaid, onClose }: WalletStandInProps) {
  const { t } = useTranslation(['pay', 'shell']);
  const money = useMoney();
  const [scenario, setScenario] = useState<Scenario>('success');
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t(methodWords[wallet])}
      text={
        <>
          <Tag tone="warning">{t('standIn.mark')}</Tag>
          <span className="mt-2 block">{t('standIn.text')}</span>
        </>
      }
      actions={[
        {
          label: t('standIn.pay', { amount: money(amountCents) }),
          onClick: () => onPaid(mint(wallet, scenario)),
        },
      ]}
    >
      <RadioCards
        name="scenario"
        label={t('standIn.scenario')}
        columns={1}
        value={scenario}
        onChange={setScenario}
        options={scenarios.map((value) => ({ value, label: t(scenarioWords[value]) }))}
      />
    </Dialog>
  );
}

/** In the shape each wallet has, so that the rest of the way is the real one. */
function mint(wallet: keyof Wallets, scenario: Scenario): Record<string, unknown> {
  const token = `sandbox-${wallet}-${scenario}`;
  return wallet === 'googlepay'
    ? { paymentMethodData: { tokenizationData: { token } } }
    : { token: { paymentData: token } };
}
