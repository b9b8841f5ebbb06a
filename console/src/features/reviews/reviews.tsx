import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { MessageSquareQuote, Pencil, Reply } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call, explain, useMe } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { REVIEW_ANSWER_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { type PublicReview, answerReview, listPublicReviews } from '#contract/support/review-answers.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Stars } from '#ui/stars.tsx';
import { TextArea } from '#ui/text-area.tsx';

type Shown = Omit<InputOf<typeof listPublicReviews>, 'before'>;
type Filter = Omit<Shown, 'brand'>;

const starCounts = ['5', '4', '3', '2', '1'] as const;
const answeredChoices = ['no', 'yes'] as const;

/** What the address asks for. Whatever else stands there counts as nothing. */
function readFilter(search: URLSearchParams): Filter {
  const stars = starCounts.find((each) => each === search.get('stars'));
  const answered = answeredChoices.find((each) => each === search.get('answered'));
  return { ...(stars && { stars }), ...(answered && { answered }) };
}

const reviewsKey = ['reviews'] as const;

function useReviews(filter: Shown) {
  return useInfiniteQuery({
    queryKey: [...reviewsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listPublicReviews, { ...filter, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<ReplyOf<typeof listPublicReviews>>) =>
      pages.flatMap(({ reviews }) => reviews),
    placeholderData: keepPreviousData,
  });
}

/** What members say of the brand in public, and what the brand says to it. */
export function Reviews() {
  const { t } = useTranslation('reviews');
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const brand = useBrandScope();
  const query = useReviews({ ...filter, ...(brand && { brand }) });
  const isFiltering = Object.keys(filter).length > 0;
  return (
    <Page text={t('text')}>
      <Filters
        filter={filter}
        onChange={(part) => {
          const next = Object.entries({ ...filter, ...part }).flatMap(([name, value]) =>
            value ? [[name, value] as [string, string]] : [],
          );
          setSearch(next, { replace: true });
        }}
      />
      <Loaded query={query} skeleton={<SkeletonRows rows={5} className="h-24" />}>
        {(reviews) =>
          reviews.length === 0 ? (
            <NothingFound
              icon={<MessageSquareQuote />}
              title={t(isFiltering ? 'noneFound' : 'empty')}
              text={t(isFiltering ? 'noneFoundText' : 'emptyText')}
              clear={
                isFiltering
                  ? { label: t('clear'), onClick: () => setSearch({}, { replace: true }) }
                  : undefined
              }
            />
          ) : (
            <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
              <ul className="flex flex-col gap-3">
                {reviews.map((review) => (
                  <ReviewCard key={review.id} review={review} />
                ))}
              </ul>
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

type FiltersProps = { filter: Filter; onChange: (part: Partial<Record<keyof Filter, string>>) => void };

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation('reviews');
  return (
    <search className="grid max-w-2xl grid-cols-2 max-xs:grid-cols-1 gap-2">
      <FilterSelect
        label={t('answered')}
        any={t('anyAnswer')}
        value={filter.answered}
        options={answeredChoices.map((value) => ({ value, label: t(`answer.${value}`) }))}
        onChange={(value) => onChange({ answered: value })}
      />
      <FilterSelect
        label={t('stars')}
        any={t('anyStars')}
        value={filter.stars}
        options={starCounts.map((value) => ({ value, label: t('starsOf', { count: Number(value) }) }))}
        onChange={(value) => onChange({ stars: value })}
      />
    </search>
  );
}

function ReviewCard({ review }: { review: PublicReview }) {
  const { t } = useTranslation('reviews');
  const { data: me } = useMe();
  const [isWriting, setWriting] = useState(false);
  const { brand, name, age, text, stars, demo, version, changing, answer } = review;
  const title = me?.brands.find(({ key }) => key === brand)?.title ?? brand;
  return (
    <Card as="li" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
        <Stars value={stars} size="sm" label={t('starsOf', { count: stars })} />
        <span className="font-semibold text-ink">{t('by', { name, age })}</span>
        <span>{title}</span>
        <Moment at={version} />
        {demo && <Tag>{t('demo')}</Tag>}
        {changing && <Tag tone="warning">{t('changing')}</Tag>}
      </div>
      <p className="max-w-3xl text-sm wrap-anywhere whitespace-pre-line">{text}</p>
      {isWriting ? (
        <AnswerForm review={review} onDone={() => setWriting(false)} />
      ) : (
        <>
          {answer && <Answer title={title} answer={answer} />}
          <Button
            size="sm"
            variant="secondary"
            className="self-start"
            icon={
              answer ? <Pencil aria-hidden className="size-4" /> : <Reply aria-hidden className="size-4" />
            }
            onClick={() => setWriting(true)}
          >
            {t(answer ? 'change' : 'write')}
          </Button>
        </>
      )}
    </Card>
  );
}

function Answer({ title, answer }: { title: string; answer: NonNullable<PublicReview['answer']> }) {
  const { t } = useTranslation('reviews');
  return (
    <div className="max-w-3xl rounded-field bg-soft px-4 py-3 text-sm">
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        <span className="font-semibold">{t('answerOf', { title })}</span>
        {answer.by && <span>{answer.by}</span>}
        <Moment at={answer.at} />
        {answer.outdated && <Tag tone="warning">{t('outdated')}</Tag>}
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{answer.text}</p>
    </div>
  );
}

function AnswerForm({ review, onDone }: { review: PublicReview; onDone: () => void }) {
  const { t, i18n } = useTranslation('reviews');
  const format = useFormat();
  const client = useQueryClient();
  const { brand, id, version, language, answer } = review;
  const [text, setText] = useState(answer?.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = useMutation({
    mutationFn: (words: string) => call(answerReview, { brand, id, version, text: words }),
    onSuccess: onDone,
    // Also where other words are public by now: the page shows them.
    onSettled: () => client.invalidateQueries({ queryKey: reviewsKey }),
  });
  return (
    <form
      className="flex max-w-3xl flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') save.mutate(text);
      }}
    >
      <TextArea
        label={t('label')}
        hint={t('hint', { language: format.language(language) })}
        rows={3}
        ref={field}
        maxLength={REVIEW_ANSWER_MAX_LETTERS}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
      {save.error && <FormErrors title={explain(save.error, i18n)} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('publish')}
        </Button>
        {answer && (
          <Button size="sm" variant="secondary" disabled={save.isPending} onClick={() => save.mutate('')}>
            {t('remove')}
          </Button>
        )}
        <Button size="sm" variant="ghost" disabled={save.isPending} onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
