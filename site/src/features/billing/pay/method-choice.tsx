import { useTranslation } from 'react-i18next';
import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { RadioCards } from '../../../../../packages/ui/radio-cards.tsx';
import { MethodMark } from './method-mark.tsx';
import type { Method } from './methods.ts';

export const methodWords = {
  card: 'methods.card',
  paypal: 'methods.paypal',
  applepay: 'methods.applepay',
  googlepay: 'methods.googlepay',
} as const;

type Offered = { methods: readonly Method[]; onFile: CardOnFile | null };

/** What a way of paying is called. */
export function useMethodName({ methods, onFile }: Offered): (method: Method) => string {
  const { t } = useTranslation('pay');
  return (method) => {
    if (method === 'on_file')
      return onFile?.lastFour ? t('methods.onFile', { digits: onFile.lastFour }) : t('methods.onFilePayPal');
    return method === 'card' && methods.includes('on_file') ? t('methods.otherCard') : t(methodWords[method]);
  };
}

type MethodChoiceProps = Offered & { value: Method; onChange: (method: Method) => void };

export function MethodChoice({ methods, onFile, value, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('pay');
  const nameOf = useMethodName({ methods, onFile });
  return (
    <RadioCards
      name="method"
      label={t('methods.title')}
      columns={methods.length > 2 ? 2 : 1}
      value={value}
      onChange={onChange}
      options={methods.map((method) => ({
        value: method,
        label: nameOf(method),
        picture: <MethodMark method={method} />,
        ...(method === 'on_file' && onFile?.expiryMonth && onFile.expiryYear
          ? { detail: t('methods.until', { date: shortDate(onFile.expiryMonth, onFile.expiryYear) }) }
          : {}),
      }))}
      className={classNames(
        '[&_label]:justify-start [&_label]:px-3 [&_label]:text-left',
        methods.includes('on_file') && '[&_label:first-child]:col-span-full',
      )}
    />
  );
}

function shortDate(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}
