import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlayEntry } from '#client/overlays.ts';
import { Tag } from '#ui/badge.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useMoney } from '../billing-data.ts';
import { type Method, methods } from './methods.tsx';
import type { WalletAnswer } from './wallets.ts';

/** What can be tried out, by the names the sandbox has for it. */
const scenarios = ['success', '3ds', 'insufficient_funds'] as const;
type Scenario = (typeof scenarios)[number];
const scenarioWords = {
  success: 'standIn.success',
  '3ds': 'standIn.asked',
  insufficient_funds: 'standIn.declined',
} as const;

interface Question {
  method: Method;
  answer: (given: WalletAnswer | null) => void;
}

/** Asks in the place of a wallet, and waits for what is chosen. */
export function useWalletStandIn() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (method: Method) =>
    new Promise<WalletAnswer | null>((resolve) => {
      const answer = (given: WalletAnswer | null) => {
        setQuestion(null);
        resolve(given);
      };
      setQuestion({ method, answer });
    });
  return { question, ask };
}

type WalletStandInProps = { question: Question | null; amountCents: number };

/** Stands in for a wallet where no money is real, and says so. The back button closes it. */
export function WalletStandIn({ question, amountCents }: WalletStandInProps) {
  const { isOpen } = useOverlayEntry('wallet', question !== null, { onLeft: () => question?.answer(null) });
  return question && <StandInDialog question={question} open={isOpen} amountCents={amountCents} />;
}

type StandInDialogProps = WalletStandInProps & { question: Question; open: boolean };

function StandInDialog({ question, open, amountCents }: StandInDialogProps) {
  const { t } = useTranslation(['pay', 'shell']);
  const money = useMoney();
  const [scenario, setScenario] = useState<Scenario>('success');
  const { method, answer } = question;
  const pay = () => {
    const response = methods[method].standIn?.(`sandbox-${method}-${scenario}`);
    answer(response ? { response, done: () => undefined } : null);
  };
  return (
    <Dialog
      open={open}
      onClose={() => answer(null)}
      closeLabel={t('shell:close')}
      title={t(methods[method].words)}
      text={
        <>
          <Tag tone="warning">{t('standIn.mark')}</Tag>
          <span className="mt-2 block">{t('standIn.text')}</span>
        </>
      }
      actions={[{ label: t('standIn.pay', { amount: money(amountCents) }), staysOpen: true, onClick: pay }]}
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
