import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../../../contract/brand/reviews.ts';
import { Tag } from '../../../../../packages/ui/badge.tsx';
import { Card } from '../../../../../packages/ui/card.tsx';
import { Stars } from '../../../../../packages/ui/stars.tsx';

type ReviewsProps = { reviews: readonly Review[]; total: number; average: number };

/** What members wrote, with the average of all of it. Made-up ones say so. */
export function Reviews({ reviews, total, average }: ReviewsProps) {
  const { t, i18n } = useTranslation('home');
  const titleId = useId();
  const value = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(average);
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="bg-soft">
      <div className="w-full px-5 py-14 sm:py-20 lg:px-[6vw]">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <h2 id={titleId} className="text-3xl sm:text-4xl">
            {t('reviews.title')}
          </h2>
          <div className="flex items-center gap-4">
            <span aria-hidden="true" className="heading text-5xl">
              {value}
            </span>
            <div>
              <Stars value={average} label={t('reviews.stars', { value })} />
              <p className="text-sm text-muted">{t('reviews.average', { count: total })}</p>
            </div>
          </div>
        </div>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5">
          {reviews.map((review) => (
            <ReviewCard key={`${review.name}${review.age}${review.text}`} review={review} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function ReviewCard({ review: { name, age, text, stars, demo } }: { review: Review }) {
  const { t } = useTranslation('home');
  return (
    <Card as="li" className="flex flex-col">
      <Stars value={stars} size="sm" label={t('reviews.stars', { value: stars })} />
      <blockquote className="mt-3 mb-4 text-lg text-pretty">{text}</blockquote>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem] text-muted">
        {t('reviews.by', { name, age })}
        {demo && <Tag>{t('reviews.demo')}</Tag>}
      </p>
    </Card>
  );
}
