import { useTranslation } from 'react-i18next';
import { Moment } from '#console/shell/format.tsx';
import { usePromptWords } from '#console/shell/prompt-words.ts';
import type { CaseReport, ModerationCase, ProfileWords } from '#contract/moderation/cases.ts';
import { Tag } from '#ui/badge.tsx';
import { Stars } from '#ui/stars.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AppealCase } from './appeal-case.tsx';
import { CasePhoto } from './case-photo.tsx';
import { findDifferences } from './differences.ts';
import { VerificationCase } from './verification-case.tsx';

interface CaseContentProps {
  shown: ModerationCase;
  onAnswered: () => void;
  /** The keys belong to others at this moment. */
  idle: boolean;
}

/** What there is to decide on. */
export function CaseContent({ shown, onAnswered, idle }: CaseContentProps) {
  const { t } = useTranslation('moderation');
  const { content, person, brand } = shown;
  switch (content.kind) {
    case 'profile':
      return <Words words={content.words} before={content.before} />;
    case 'photo':
      return <CasePhoto photo={content.photo} alt={t('photo.alt', { name: person.screenName })} />;
    case 'chat_photo':
      return (
        <CasePhoto brand={brand} photo={content.photo} alt={t('photo.alt', { name: person.screenName })} />
      );
    case 'review':
      return (
        <div className="flex flex-col gap-2">
          <Stars value={content.stars} label={t('review.stars', { count: content.stars })} />
          <p className="wrap-anywhere whitespace-pre-wrap">{content.text}</p>
          <p className="text-[0.8125rem] text-muted">{t('review.name', { name: content.name })}</p>
        </div>
      );
    case 'report':
      return (
        <section className="flex flex-col gap-4">
          <h3 className="text-sm font-semibold">{t('report.open', { count: content.open })}</h3>
          {content.reports.map((report) => (
            <Report key={report.id} brand={brand} report={report} />
          ))}
        </section>
      );
    case 'appeal':
      return <AppealCase place={shown} onAnswered={onAnswered} idle={idle} />;
    case 'verification':
      return <VerificationCase place={shown} onAnswered={onAnswered} idle={idle} />;
  }
}

const fields = ['screenName', 'gender', 'description', 'lookingFor', 'prompts'] as const;

/** The words of a profile; where others read older ones meanwhile, both beside each other. */
function Words({ words, before }: { words: ProfileWords; before: ProfileWords | null }) {
  const { t } = useTranslation('moderation');
  const { writtenOut } = usePromptWords();
  const valueOf = (of: ProfileWords, field: (typeof fields)[number]) => {
    if (field === 'gender') return t(`words.${of.gender}`);
    return field === 'prompts' ? writtenOut(of.prompts) : of[field];
  };
  return (
    <dl className="flex flex-col gap-4">
      {fields.map((field) => (
        <div key={field} className="flex flex-col gap-1">
          <dt className="text-[0.8125rem] font-medium text-muted">{t(`words.${field}`)}</dt>
          {before && valueOf(before, field) !== valueOf(words, field) ? (
            <Changed before={valueOf(before, field)} after={valueOf(words, field)} />
          ) : (
            <dd className="wrap-anywhere whitespace-pre-wrap">
              {valueOf(words, field) || <span className="text-muted">{t('words.nothing')}</span>}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Changed({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('moderation');
  const pieces = findDifferences(before, after);
  const side = (name: 'before' | 'after') => {
    const own = name === 'before' ? 'removed' : 'added';
    const shown = pieces.filter(({ kind }) => kind === 'same' || kind === own);
    const Mark = name === 'before' ? 'del' : 'ins';
    return (
      <dd className="min-w-0 rounded-card border border-line bg-surface p-3">
        <span className="mb-1 block text-xs font-semibold text-muted">{t(`words.${name}`)}</span>
        <span className="wrap-anywhere whitespace-pre-wrap">
          {shown.length === 0 && <span className="text-muted">{t('words.nothing')}</span>}
          {shown.map(({ number, kind, text }) =>
            kind === 'same' ? (
              <span key={number}>{text}</span>
            ) : (
              <Mark
                key={number}
                className={`rounded-xs no-underline ${own === 'added' ? 'bg-success-soft text-on-success-soft' : 'bg-danger-soft text-on-danger-soft line-through'}`}
              >
                <VisuallyHidden>{t(`words.${own}`)} </VisuallyHidden>
                {text}
              </Mark>
            ),
          )}
        </span>
      </dd>
    );
  };
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {side('before')}
      {side('after')}
    </div>
  );
}

/** What one person has reported, with what was said between the two. */
function Report({ brand, report }: { brand: string; report: CaseReport }) {
  const { t } = useTranslation('moderation');
  const { reason, text, at, reporter, messages } = report;
  return (
    <article className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="text-sm font-semibold">{t(`report.reasons.${reason}`)}</h4>
        <p className="text-[0.8125rem] text-muted">
          {reporter ? t('report.by', { name: reporter.screenName }) : t('report.byGone')} · <Moment at={at} />
        </p>
        {reporter?.oftenWrong && <Tag tone="warning">{t('report.oftenWrong')}</Tag>}
      </header>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {text || <span className="text-muted">{t('report.noText')}</span>}
      </p>
      {messages.length === 0 ? (
        <p className="text-[0.8125rem] text-muted">{t('report.noMessages')}</p>
      ) : (
        <ol
          aria-label={t('report.messages')}
          className="flex max-h-96 flex-col gap-1.5 overflow-y-auto rounded-card bg-soft/50 p-3"
        >
          {messages.map((message) => (
            <li
              key={message.id}
              className={`flex max-w-[85%] flex-col rounded-card px-3 py-1.5 ${message.from === 'reported' ? 'self-start bg-danger-soft text-on-danger-soft' : 'self-end bg-soft text-ink'}`}
            >
              <span className="text-[0.6875rem] opacity-80">
                {t(`report.${message.from}`)} · <Moment at={message.at} />
              </span>
              {message.photo && (
                <CasePhoto
                  brand={brand}
                  photo={{ address: message.photo }}
                  alt={t('photo.inMessage')}
                  small
                />
              )}
              {message.text && <span className="wrap-anywhere whitespace-pre-wrap">{message.text}</span>}
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
