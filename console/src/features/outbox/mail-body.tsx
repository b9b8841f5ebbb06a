import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cspNonce } from '../../lib/csp-nonce.ts';
import { ScrollPane } from '../../ui/scroll-pane.tsx';
import { splitLinks } from './links.ts';
import { previewDocument } from './preview-document.ts';
import type { FullMail } from './use-mails.ts';

/** What the person gets: the HTML as drawn and the plain text, side by side where there is room. */
export function MailBody({ mail }: { mail: FullMail }) {
  const { t } = useTranslation();
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

/** Nothing in the frame runs, loads from us or leads anywhere: the sandbox grants it nothing. */
function Preview({ html, subject }: { html: string; subject: string }) {
  const page = useMemo(() => previewDocument(html, cspNonce), [html]);
  return (
    <iframe
      sandbox=""
      srcDoc={page}
      title={subject}
      className="min-h-96 w-full flex-1 bg-white scheme-light lg:min-h-0"
    />
  );
}

/** Links can be followed here, since in the preview they are dead. */
function PlainText({ text }: { text: string }) {
  return (
    <ScrollPane>
      <p className="p-4 font-mono text-[13px] leading-relaxed wrap-anywhere whitespace-pre-wrap">
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

function Missing() {
  const { t } = useTranslation();
  return <p className="p-4 text-muted">{t('mail.missing')}</p>;
}
