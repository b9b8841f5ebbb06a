import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readPayRules } from '#contract/billing/charges.ts';
import type { CardOnFile } from '#contract/billing/member-billing.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { payParameters } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { classNames } from '#ui/class-names.ts';
import { RadioCards } from '#ui/radio-cards.tsx';
import { OnFileMark, expiryText, useOnFileText } from './card-on-file.tsx';
import { type Method, methods } from './methods.tsx';
import type { PayRules } from './pay-order.ts';

type Offered = { offered: readonly Method[]; onFile: CardOnFile | null };
type MethodChoiceProps = Offered & { value: Method; onChange: (method: Method) => void };

/** The methods to choose from, each with its mark and its name. */
export function MethodChoice({ offered, onFile, value, onChange }: MethodChoiceProps) {
  const { t } = useTranslation('pay');
  const nameOf = useMethodName({ offered, onFile });
  const expiry = onFile && expiryText(onFile);
  return (
    <RadioCards
      name="method"
      label={t('methods.title')}
      columns={offered.length > 2 ? 2 : 1}
      value={value}
      onChange={onChange}
      options={offered.map((method) => ({
        value: method,
        label: nameOf(method),
        picture: <MethodMark method={method} onFile={onFile} />,
        ...(method === 'on_file' && expiry && { detail: t('methods.until', { date: expiry }) }),
      }))}
      className={classNames(
        '[&_label]:justify-start [&_label]:px-3 [&_label]:text-left',
        offered.includes('on_file') && '[&_label:first-child]:col-span-full',
      )}
    />
  );
}

/** What was kept has the mark of what it is. */
export function MethodMark({ method, onFile }: { method: Method; onFile: CardOnFile | null }) {
  return method === 'on_file' && onFile ? <OnFileMark card={onFile} /> : methods[method].mark;
}

/** What a method is called among the others. */
export function useMethodName({ offered, onFile }: Offered): (method: Method) => string {
  const { t } = useTranslation('pay');
  const textOf = useOnFileText();
  return (method) => {
    if (method === 'on_file' && onFile) return t('methods.onFile', { name: textOf(onFile) });
    if (method === 'card' && onFile?.kind === 'card' && offered.includes('on_file'))
      return t('methods.otherCard');
    return t(methods[method].words);
  };
}

/** The method that was clicked, the one the address names, else the first. */
export function useMethod(
  offered: readonly Method[],
): [method: Method | undefined, choose: (method: Method) => void] {
  const [query] = useSearchParams();
  const [chosen, choose] = useState<string | null>(() => query.get(payParameters.method));
  return [offered.find((method) => method === chosen) ?? offered[0], choose];
}

const FIVE_MINUTES = 5 * 60 * 1_000;

export interface PayOptions {
  rules: PayRules;
  onDevice: ReadonlySet<Method>;
}

/** By whom one can be paid here, and which of the methods that not every browser has this one has. */
export function usePayOptions() {
  const { trackerId } = useMember();
  const { brand } = useShell();
  return useQuery({
    queryKey: [trackerId, 'payRules'],
    queryFn: async ({ signal }): Promise<PayOptions> => {
      const rules = await call(readPayRules, { trackerId }, { signal });
      const onDevice = new Set<Method>();
      for (const { method } of rules.rules)
        if (await methods[method].isOnDevice?.(rules, brand.country)) onDevice.add(method);
      return { rules, onDevice };
    },
    staleTime: FIVE_MINUTES,
  });
}
