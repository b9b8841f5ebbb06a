import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { serverNow } from '#client/clock.ts';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { readOwnReview, removeOwnReview, saveOwnReview } from '#contract/brand/reviews.ts';
import type { OwnReview, OwnReviewPage } from '#contract/brand/reviews.ts';
import { REVIEW_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { explain } from '#site/shell/explain.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { AppealState, useRefusal } from './appeals.tsx';
import { refusalWords } from './profile-status.tsx';

const schema = z.object({
  text: z.string(),
  stars: z.coerce.number().int().min(1).max(5),
});
type Words = z.output<typeof schema>;

function useOwnReview() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = [trackerId, 'review'];
  const page = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readOwnReview, { trackerId }, { signal }),
    staleTime: 0,
  });
  const keep = (review: OwnReview | null) =>
    client.setQueryData<OwnReviewPage>(queryKey, (before) => before && { ...before, review });
  const save = async (words: Words) => {
    const { review } = await call(saveOwnReview, { trackerId, ...words });
    keep(review);
  };
  const remove = useMutation({
    mutationFn: () => call(removeOwnReview, { trackerId }),
    onSuccess: () => keep(null),
  });
  return { page, save, remove };
}

/** What the member says about the service. It is public once moderation has approved it. */
export function ReviewPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell']);
  const { review: moderation } = useMember();
  const { page, save, remove } = useOwnReview();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const mayWrite = page.data !== undefined && serverNow() >= page.data.from;
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('review.title')}
      text={t(moderation.automatic ? 'review.textAuto' : 'review.text')}
      actions={
        mayWrite ? [{ label: t('review.send'), form: formId, staysOpen: true, loading: busy }] : undefined
      }
    >
      <Loaded query={page} skeleton={<RowSkeletons />}>
        {({ review, from }) =>
          mayWrite ? (
            <ReviewForm
              key={review ? 'written' : 'new'}
              formId={formId}
              review={review}
              remove={remove}
              onSend={async (words) => {
                setBusy(true);
                await save(words).finally(() => setBusy(false));
              }}
            />
          ) : (
            <TooEarly from={from} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function TooEarly({ from }: { from: number }) {
  const { t } = useTranslation('profile');
  const dates = useDates();
  return <p>{t('review.tooEarly', { date: dates.day(from) })}</p>;
}

type ReviewFormProps = {
  formId: string;
  review: OwnReview | null;
  remove: ReturnType<typeof useOwnReview>['remove'];
  onSend: (words: Words) => Promise<void>;
};

const tones = { pending: 'warning', approved: 'success', rejected: 'danger' } as const;
const states = {
  pending: 'review.pending',
  approved: 'review.approved',
  rejected: 'review.rejected',
} as const;

function ReviewForm({ formId, review, remove, onSend }: ReviewFormProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const { automatic } = useMember().review;
  const { title } = useShell().brand;
  const refusal = useRefusal('review');
  const form = useSubmitForm({
    defaults: { text: review?.text ?? '', stars: String(review?.stars ?? 5) },
    schema: async () => schema,
    submit: onSend,
    fieldOf: { 'review.empty': 'text' },
  });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      {review && (
        <div role="status" className="space-y-2">
          <Tag tone={tones[review.status]}>
            {t(automatic && review.status === 'pending' ? 'review.pendingAuto' : states[review.status])}
          </Tag>
          {review.refusal && <p>{t('review.rejectedWhy', { reason: t(refusalWords[review.refusal]) })}</p>}
          {refusal && <AppealState decision={refusal} />}
          {review.earlierText !== null && (
            <p className="text-sm">
              {t(review.status === 'pending' ? 'review.earlier' : 'review.earlierStays', {
                text: review.earlierText,
              })}
            </p>
          )}
          {review.answer !== null && (
            <Notice title={t('review.answer', { title })}>
              <p className="whitespace-pre-line">{review.answer}</p>
            </Notice>
          )}
        </div>
      )}
      <SelectField
        {...form.field('stars')}
        label={t('review.stars')}
        options={[5, 4, 3, 2, 1].map((value) => ({
          value: String(value),
          label: t('review.starsOf', { count: value }),
        }))}
      />
      <TextArea
        {...form.field('text')}
        label={t('review.words')}
        hint={t(automatic ? 'review.hintAuto' : 'review.hint')}
        required
        rows={4}
        maxLength={REVIEW_MAX_LETTERS}
      />
      <SubmitError refusal={form.refusal} />
      {remove.error && <FormErrors title={explain(remove.error, i18n)} />}
      {review && (
        <Button variant="secondary" size="sm" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('review.remove')}
        </Button>
      )}
    </form>
  );
}
