import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { IconLink } from '../../../../packages/ui/icon-button.tsx';
import { Skeleton } from '../../../../packages/ui/skeleton.tsx';
import { useFormat } from '../../lib/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MailBody } from './mail-body.tsx';
import { StatusTag } from './status-tag.tsx';
import { useMail } from './use-mails.ts';
import type { FullMail } from './use-mails.ts';

export function Mail() {
  const { mailId = '' } = useParams();
  const query = useMail(mailId);
  return (
    <Loaded query={query} skeleton={<MailSkeleton />}>
      {(mail) => (
        <article className="flex min-h-0 flex-1 flex-col">
          <MailHead mail={mail} />
          <MailBody mail={mail} />
        </article>
      )}
    </Loaded>
  );
}

function MailHead({ mail }: { mail: FullMail }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const format = useFormat();
  const facts = [
    [t('mail.to'), mail.to],
    [t('mail.brand'), mail.brand],
    [t('mail.template'), mail.template],
    [t('mail.language'), format.language(mail.language)],
    [t('mail.at'), format.moment(mail.createdAt)],
  ] as const;
  return (
    <header className="flex flex-col gap-3 border-b border-line px-4 py-4 lg:px-6 lg:pt-7">
      <div className="flex items-start gap-2">
        <IconLink
          to={{ pathname: '/outbox', search }}
          label={t('back')}
          icon={<ArrowLeft aria-hidden className="size-5" />}
          className="-ms-2 -mt-1.5 lg:hidden"
        />
        <h2 className="min-w-0 flex-1 py-0.5 text-lg wrap-anywhere">{mail.subject}</h2>
        <span className="flex h-8 items-center">
          <StatusTag status={mail.status} />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {mail.error && <FormErrors title={t('mail.error')} errors={[{ text: mail.error }]} />}
    </header>
  );
}

function MailSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 py-4 lg:px-6 lg:pt-7">
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="w-3/4" />
      <Skeleton shape="card" className="h-80" />
    </div>
  );
}
