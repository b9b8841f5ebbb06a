import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import type { PaymentTax } from '#contract/staff/payments.ts';

/** Whose VAT a payment was taken with, and what spoke for where the buyer lives. */
export function Tax({ tax }: { tax: PaymentTax }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const { place, address, card } = tax.evidence;
  const facts = [
    [t('tax.vat'), `${format.percent(tax.percent)} · ${format.country(tax.country)}`],
    [t('tax.place'), format.country(place)],
    address && [t('tax.address'), format.country(address)],
    card && [t('tax.lastCard'), format.country(card)],
    tax.paidFrom && [t('tax.paidFrom'), format.country(tax.paidFrom)],
  ].filter((fact) => Array.isArray(fact));
  return (
    <section aria-label={t('tax.title')} className="flex flex-col gap-2 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {tax.isContradictory && (
        <p className="flex items-start gap-2 text-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('tax.contradictory')}
        </p>
      )}
    </section>
  );
}
