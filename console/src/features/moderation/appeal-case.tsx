import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { usePromptWords } from '#console/shell/prompt-words.ts';
import { APPEAL_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { type AppealCase as Appeal, answerAppeal, readAppeal } from '#contract/moderation/appeals.ts';
import { refusalReasons } from '#contract/moderation/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stars } from '#ui/stars.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { type AnsweredCaseProps, useCaseAnswer } from './case-answer.ts';
import { CasePhoto } from './case-photo.tsx';

/** An appeal: what was decided, what the person says to it, and the answer. */
export function AppealCase({ place, onAnswered, idle }: AnsweredCaseProps) {
  const { t } = useTranslation('sanctions');
  const { brand, id } = place;
  const query = useQuery({
    queryKey: ['appeal', brand, id],
    queryFn: ({ signal }) => call(readAppeal, { brand, id }, { signal }),
    gcTime: 0,
  });
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
      {(appeal) => (
        <div className="flex flex-col gap-6">
          <Decision brand={brand} appeal={appeal} />
          <Block title={t('appeal.says')}>
            <p className="wrap-anywhere whitespace-pre-wrap">{appeal.text}</p>
            <Moment at={appeal.at} className="text-[0.8125rem] text-muted" />
          </Block>
          <Answer place={place} appeal={appeal} onAnswered={onAnswered} idle={idle} />
        </div>
      )}
    </Loaded>
  );
}

function Block({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Decision({ brand, appeal }: { brand: string; appeal: Appeal }) {
  const { t } = useTranslation(['sanctions', 'moderation']);
  const { writtenOut } = usePromptWords();
  const { what, reason, decidedBy, decidedAt, photo, words, review, sanction } = appeal;
  const refusal = refusalReasons.find((each) => each === reason);
  const because =
    sanction === null && refusal
      ? t(`moderation:refusals.${refusal}`)
      : sanction && t(`reasons.${sanction.reason}`);
  return (
    <Block title={t('appeal.decision')}>
      <p className="font-semibold">{t(`appeal.subject.${what}`)}</p>
      <p>{t('appeal.reason', { reason: because ?? reason })}</p>
      <p className="text-[0.8125rem] text-muted">
        {decidedBy ? t('appeal.by', { name: decidedBy }) : t('appeal.byNobody')}
        {decidedAt !== null && (
          <>
            {' · '}
            <Moment at={decidedAt} />
          </>
        )}
      </p>
      {photo && (
        <CasePhoto
          {...(what === 'chat_photo' && { brand })}
          photo={photo}
          alt={t(`appeal.subject.${what}`)}
        />
      )}
      {words && (
        <p className="wrap-anywhere whitespace-pre-wrap">
          {[words.screenName, words.description, words.lookingFor, writtenOut(words.prompts)]
            .filter(Boolean)
            .join('\n\n')}
        </p>
      )}
      {review && (
        <>
          <Stars value={review.stars} label={t('moderation:review.stars', { count: review.stars })} />
          <p className="wrap-anywhere whitespace-pre-wrap">{review.text}</p>
        </>
      )}
      {sanction && (
        <p>
          {t(`kinds.${sanction.kind}`)}
          {sanction.note && <span className="block text-muted">{sanction.note}</span>}
        </p>
      )}
    </Block>
  );
}

function Answer({ place, appeal, onAnswered, idle }: AnsweredCaseProps & { appeal: Appeal }) {
  const { t } = useTranslation('sanctions');
  const [answer, setAnswer] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { give, isBusy } = useCaseAnswer(t('appeal.done'), onAnswered);
  useKeys(idle ? {} : { w: () => field.current?.focus() });
  if (appeal.forAnother) return <Notice tone="warning">{t('appeal.own')}</Notice>;
  const { brand, id } = place;
  const say = (allow: boolean) => give(() => call(answerAppeal, { brand, id, allow, answer }));
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        ref={field}
        label={t('appeal.answer')}
        hint={t('appeal.answerHint')}
        rows={3}
        maxLength={APPEAL_MAX_LETTERS}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={isBusy} onClick={() => say(true)}>
          {t('appeal.allow')}
        </Button>
        <Button size="sm" variant="danger" disabled={isBusy} onClick={() => say(false)}>
          {t('appeal.uphold')}
        </Button>
      </div>
    </div>
  );
}
