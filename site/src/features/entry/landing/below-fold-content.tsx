import { HandHeart, MessageCircleHeart, ReceiptEuro } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LandingBlock } from '#contract/brand/landing.ts';
import type { Review } from '#contract/brand/reviews.ts';
import { useShell } from '#site/shell/boot.ts';
import { usePageData } from '#site/shell/page-data.ts';
import { Tag } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';
import { Stars } from '#ui/stars.tsx';

/** What the landing page says below its card, in the order of its blocks. */
export function BelowFoldContent({ blocks }: { blocks: readonly LandingBlock[] }) {
  const { reviews } = usePageData();
  return blocks.map((block) => {
    if (block === 'features') return <FeatureBlocks key={block} />;
    if (block === 'people' || !reviews || reviews.average === null) return null;
    return <Reviews key={block} {...reviews} average={reviews.average} />;
  });
}

function FeatureBlocks() {
  const { t } = useTranslation(['home', 'shell']);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="w-full px-5 py-14 sm:py-20 lg:px-[6vw]">
      <h2 id={titleId} className="text-3xl sm:text-4xl">
        {t('features.title')}
      </h2>
      <div className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
        <Block icon={<MessageCircleHeart />} title={t('features.talkTitle')} text={t('features.talkText')} />
        <Block icon={<HandHeart />} title={t('features.honestTitle')} text={t('features.honestText')}>
          <div className="mt-4 flex flex-wrap gap-2">
            <KindBadge kind="staff" label={t('shell:kind.staff')} />
            <KindBadge kind="ai" label={t('shell:kind.ai')} />
          </div>
        </Block>
        <Block icon={<ReceiptEuro />} title={t('features.priceTitle')} text={t('features.priceText')} />
      </div>
    </section>
  );
}

type BlockProps = { icon: ReactNode; title: string; text: string; children?: ReactNode };

function Block({ icon, title, text, children }: BlockProps) {
  return (
    <div className="max-md:flex max-md:gap-5">
      <span
        aria-hidden="true"
        className="grid aspect-4/5 w-16 shrink-0 place-items-center self-start rounded-portrait bg-primary-soft pt-1 text-on-primary-soft md:w-20 [&>svg]:size-7 [&>svg]:stroke-[1.5] md:[&>svg]:size-8"
      >
        {icon}
      </span>
      <div>
        <h3 className="text-xl md:mt-5 md:text-2xl">{title}</h3>
        <p className="mt-2 max-w-[42ch] text-muted">{text}</p>
        {children}
      </div>
    </div>
  );
}

type ReviewsProps = { reviews: readonly Review[]; total: number; average: number };

/** What members wrote, with the average of all of it. Made-up ones say so. */
function Reviews({ reviews, total, average }: ReviewsProps) {
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

function ReviewCard({ review: { name, age, text, stars, answer, demo } }: { review: Review }) {
  const { t } = useTranslation('home');
  const { title } = useShell().brand;
  return (
    <Card as="li" className="flex flex-col">
      <Stars value={stars} size="sm" label={t('reviews.stars', { value: stars })} />
      <blockquote className="mt-3 mb-4 text-lg text-pretty">{text}</blockquote>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-[0.9375rem] text-muted">
        {t('reviews.by', { name, age })}
        {demo && <Tag>{t('reviews.demo')}</Tag>}
      </p>
      {answer !== null && (
        <div className="mt-4 border-t border-line pt-3 text-[0.9375rem]">
          <p className="font-semibold">{t('reviews.answer', { title })}</p>
          <p className="mt-1 whitespace-pre-line text-pretty">{answer}</p>
        </div>
      )}
    </Card>
  );
}
