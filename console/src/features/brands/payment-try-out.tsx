import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParts, usePart } from '#console/features/publishing/publishing-data.ts';
import { call } from '#console/shell/api.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { useSettled } from '#console/shell/preview/use-settled.ts';
import { paymentMethods, providers } from '#contract/billing/providers.ts';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowPart, readPart } from '#contract/brand/parts.ts';
import { tryPayment } from '#contract/staff/brand-making.ts';
import { Tag } from '#ui/badge.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { FormSection, useBrandForm } from './brand-form.tsx';

const REST_MS = 400;
const rulesOf = brandSettings.shape.payment.shape.rules;

/** "A member of this flow would be offered …", by the rules as they stand in the form. */
export function PaymentTryOut() {
  const { t } = useTranslation('brands');
  const { brand } = useBrandForm();
  const { data } = useParts(brand);
  const flows = (data?.parts ?? []).filter(({ kind }) => kind === 'flow');
  const [chosen, setChosen] = useState<string>();
  const flowId = chosen ?? (flows[0] && readPart(flows[0].part).id);
  return (
    <FormSection title={t('pay.tryOut')} text={t('pay.tryOutText')}>
      <SelectField
        dense="labelled"
        label={t('pay.tryFlow')}
        value={flowId ?? ''}
        options={flows.map(({ part, name }) => ({
          value: readPart(part).id,
          label: `${readPart(part).id} · ${name}`,
        }))}
        onChange={({ target }) => setChosen(target.value)}
      />
      {flowId !== undefined && <Outcome key={flowId} flowId={flowId} />}
    </FormSection>
  );
}

function Outcome({ flowId }: { flowId: string }) {
  const { t } = useTranslation('brands');
  const { brand, read } = useBrandForm();
  const { data: flow } = usePart(brand, flowPart(flowId));
  const written = useSettled(rulesOf.safeParse(read(['payment', 'rules'])).data, REST_MS);
  const offered = (flow?.draftContent ?? flow?.liveContent)?.['paymentMethods'];
  const ways = paymentMethods.filter((method) => Array.isArray(offered) && offered.includes(method));
  const query = useQuery({
    queryKey: ['payment-try-out', brand, flowId, ways, written],
    queryFn: ({ signal }) =>
      call(tryPayment, { brand, flowId, paymentMethods: ways, rules: written ?? [] }, { signal }),
    enabled: flow !== undefined && written !== undefined,
  });
  if (written === undefined) return <p className="text-sm text-muted">{t('pay.tryLater')}</p>;
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
      {({ methods }) => (
        <ul className="divide-y divide-line rounded-field border border-line text-sm">
          {methods.map(({ method, rule, providers: chosen, leftOut, offered: isOffered }) => (
            <li key={method} className="flex flex-col gap-1 px-3 py-2">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{t(`pay.method.${method}`)}</span>
                <Tag tone={isOffered ? 'success' : 'danger'}>
                  {t(isOffered ? 'pay.offered' : 'pay.notOffered')}
                </Tag>
                <span className="text-[0.8125rem] text-muted">
                  {rule === null ? t('pay.byNone') : t('pay.byRule', { number: rule + 1 })}
                </span>
              </span>
              {chosen.length > 0 && <span>{chosen.map((name) => providers[name].title).join(' → ')}</span>}
              {leftOut.map(({ provider, why }) => (
                <span key={provider} className="text-[0.8125rem] text-muted">
                  {t(`pay.leftOut.${why}`, { provider: providers[provider].title })}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
