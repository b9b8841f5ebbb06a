import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { useSession } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';

/** What only members see, with the cache of their data. */
const MemberForm = lazyPart(async () => (await import('./contact-member.tsx')).MemberForm);
const OwnTickets = lazyPart(async () => (await import('./contact-member.tsx')).OwnTickets);

const linkLook = 'text-primary-text underline underline-offset-4';

export function ContactScreen() {
  const { t } = useTranslation('pages');
  const { title } = useCurrentRoute();
  const formTitle = useId();
  const { status } = useSession();
  return (
    <div className="mx-auto w-full max-w-5xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <p className="mt-2 text-lg text-muted">{t('contact.lead')}</p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
        <div className="space-y-5">
          <Card as="section" aria-labelledby={formTitle}>
            <h2 id={formTitle} className="mb-4 text-xl">
              {t('contact.formTitle')}
            </h2>
            {status === 'unknown' && <RowSkeletons />}
            {status === 'visitor' && <ContactForm writer={undefined} />}
            {status === 'member' && <MemberForm />}
          </Card>
          {status === 'member' && <OwnTickets />}
        </div>
        <Company />
      </div>
    </div>
  );
}

function Company() {
  const { t } = useTranslation('pages');
  const { company, support } = useShell().brand;
  return (
    <Card>
      <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
        <Fact label={t('contact.company')}>{company.name}</Fact>
        <Fact label={t('contact.vat')}>{company.vat}</Fact>
        <Fact label={t('contact.address')}>{company.address}</Fact>
        <Fact label={t('contact.email')}>
          <a href={`mailto:${support.email}`} className={`wrap-anywhere ${linkLook}`}>
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
