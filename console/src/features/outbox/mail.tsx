import { ScrollArea } from '@base-ui/react/scroll-area';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { MailDocument } from '#console/shell/preview/mail-document.tsx';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import { FormErrors } from '#ui/form-errors.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type FullMail, type MailRow, printCommand, splitLinks, useMail } from './mails.ts';

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
  const { t } = useTranslation(['outbox', 'shell']);
  const { search } = useLocation();
  const format = useFormat();
  const facts = [
    [t('mail.to'), mail.to],
    [t('brand'), mail.brand],
    [t('mail.template'), mail.template],
    [t('mail.language'), format.language(mail.language)],
    [t('mail.at'), format.moment(mail.createdAt)],
  ] as const;
  return (
    <header className="flex flex-col gap-3 border-b border-line px-4 py-4 lg:px-6 lg:pt-7">
      <div className="flex items-start gap-2">
        <IconLink
          to={{ pathname: paths.outbox, search }}
          label={t('shell:back')}
          icon={<ArrowLeft aria-hidden className="size-5" />}
          className="-ms-2 -mt-1.5 lg:hidden"
        />
        <h2 className="min-w-0 flex-1 py-0.5 text-lg wrap-anywhere">{mail.subject}</h2>
        <span className="flex min-h-8 items-center">
          <StatusTag status={mail.status} />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {mail.text?.includes(LINK_PLACEHOLDER) && <LinkLater mail={mail} />}
      {mail.error && <FormErrors title={t('mail.error')} errors={[{ text: mail.error }]} />}
    </header>
  );
}

/** A token is made when the mail is sent, and reading the outbox makes none. */
function LinkLater({ mail: { id, status } }: { mail: FullMail }) {
  const { t } = useTranslation('outbox');
  return (
    <div className="flex flex-col gap-1 rounded-field bg-soft px-3 py-2 text-[0.8125rem]">
      <p>{t('mail.linkLater', { placeholder: LINK_PLACEHOLDER })}</p>
      {status === 'kept' && (
        <p>
          {t('mail.byCommand')} <code className="font-mono wrap-anywhere">{printCommand(id)}</code>
        </p>
      )}
    </div>
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

/** What the person gets: the HTML as drawn and the plain text, side by side where there is room. */
function MailBody({ mail }: { mail: FullMail }) {
  const { t } = useTranslation(['outbox', 'shell']);
  return (
    <div className="@container min-h-0 flex-1 p-4 lg:p-6">
      <div className="grid h-full min-h-0 gap-4 @2xl:grid-cols-[3fr_2fr]">
        <Pane title={t('mail.html')}>
          {mail.html === null ? <Missing /> : <Preview html={mail.html} subject={mail.subject} />}
        </Pane>
        <Pane title={t('mail.text')}>
          {mail.text === null ? <Missing /> : <PlainText text={mail.text} />}
        </Pane>
      </div>
    </div>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-h-96 min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface lg:min-h-0">
      <h3 className="border-b border-line px-4 py-2 font-text text-xs font-medium tracking-normal text-muted">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Preview({ html, subject }: { html: string; subject: string }) {
  return (
    <div className="flex min-h-96 flex-1 flex-col lg:min-h-0">
      <MailDocument html={html} title={subject} />
    </div>
  );
}

/** Links can be followed here, since in the preview they are dead. */
function PlainText({ text }: { text: string }) {
  return (
    <ScrollPane>
      <p className="p-4 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap">
        {splitLinks(text).map(({ at, text: part, href }) =>
          href ? (
            <a
              key={at}
              href={href}
              target="_blank"
              rel="noreferrer"
              className="text-primary-text underline underline-offset-2"
            >
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </ScrollPane>
  );
}

/** Scrolls in its own box, and by keyboard too where there is something to scroll. */
function ScrollPane({ children }: { children: ReactNode }) {
  return (
    <ScrollArea.Root className="relative flex min-h-0 flex-1 flex-col">
      <ScrollArea.Viewport className="min-h-0 flex-1 -outline-offset-3">
        <ScrollArea.Content>{children}</ScrollArea.Content>
      </ScrollArea.Viewport>
      <ScrollArea.Scrollbar className="flex w-2.5 justify-center p-0.5">
        <ScrollArea.Thumb className="w-full rounded-full bg-field-line/60" />
      </ScrollArea.Scrollbar>
    </ScrollArea.Root>
  );
}

function Missing() {
  const { t } = useTranslation(['outbox', 'shell']);
  return <p className="p-4 text-muted">{t('mail.missing')}</p>;
}

const tones: Record<MailRow['status'], string> = {
  queued: 'bg-soft text-ink',
  kept: 'bg-primary-soft text-on-primary-soft',
  sent: 'bg-success-soft text-on-success-soft',
  failed: 'bg-danger-soft text-on-danger-soft',
};

export function StatusTag({ status }: { status: MailRow['status'] }) {
  const { t } = useTranslation(['outbox', 'shell']);
  return (
    <span
      className={`shrink-0 rounded-badge px-1.5 text-xs leading-5 font-medium whitespace-nowrap ${tones[status]}`}
    >
      {t(`state.${status}`)}
    </span>
  );
}
