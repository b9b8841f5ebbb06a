import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useMoney } from '../use-money.ts';

/** Why a card is asked for before anything is bought. */
export function AgeNotice() {
  const { t } = useTranslation('plans');
  const money = useMoney();
  return (
    <Notice icon={<ShieldCheck aria-hidden="true" />} title={t('age.title')}>
      {t('age.text', { price: money(0) })}
    </Notice>
  );
}
