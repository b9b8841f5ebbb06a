import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../../packages/ui/card.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useShell } from '../../shell/boot.ts';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { PageHeading } from '../../shell/page-heading.tsx';

const linkLook = 'text-primary-text underline underline-offset-4';

export function ContactScreen() {
  const { t } = useTranslation('pages');
  const { title } = useCurrentRoute();
  const { company, support } = useShell().brand;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <p className="mt-2 text-lg text-muted">{t('contact.lead')}</p>
      <Card className="mt-6">
        <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
          <Fact label={t('contact.company')}>{company.name}</Fact>
          <Fact label={t('contact.vat')}>{company.vat}</Fact>
          <Fact label={t('contact.address')}>{company.address}</Fact>
          <Fact label={t('contact.email')}>
            <a href={`mailto:${support.email}`} className={linkLook}>
              {support.email}
            </a>
          </Fact>
          <Fact label={t('contact.phone')}>
            <a href={`tel:${support.phone.replace(/[^\d+]/g, '')}`} className={linkLook}>
              {support.phone}
            </a>
          </Fact>
        </dl>
      </Card>
      <EmptyState
        icon={<Hammer aria-hidden="true" />}
        title={t('contact.formTitle')}
        text={t('contact.formText')}
      />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
