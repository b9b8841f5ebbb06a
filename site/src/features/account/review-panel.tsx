import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readOwnReview, removeOwnReview, saveOwnReview } from '../../../../contract/brand/reviews.ts';
import type { OwnReview, OwnReviewPage } from '../../../../contract/brand/reviews.ts';
import { REVIEW_MAX_LETTERS } from '../../../../contract/kernel/constants.ts';
import { serverNow } from '../../../../packages/client/clock.ts';
import type { PanelProps } from '../../../../packages/client/overlays.ts';
import { Tag } from '../../../../packages/ui/badge.tsx';
import { Button } from '../../../../packages/ui/button.tsx';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { SelectField } from '../../../../packages/ui/select-field.tsx';
import { RowSkeletons } from '../../../../packages/ui/skeleton.tsx';
import { TextArea } from '../../../../packages/ui/text-area.tsx';
import { useDates } from '../../lib/times.ts';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useMember } from '../../shell/session.ts';
import { refusalWords } from './profile-status.tsx';

type Words = Pick<OwnReview, 'text' | 'stars'>;

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
  const save = useMutation({
    mutationFn: (words: Words) => call(saveOwnReview, { trackerId, ...words }),
    onSuccess: ({ review }) => keep(review),
  });
  const remove = useMutation({
    mutationFn: () => call(removeOwnReview, { trackerId }),
    onSuccess: () => keep(null),
  });
  return { page, save, remove };
}

/** What the member says about the service. It is public once moderation has approved it. */
export function ReviewPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const { review: moderation } = useMember();
  const { page, save, remove } = useOwnReview();
  const formId = useId();
  const mayWrite = page.data !== undefined && serverNow() >= page.data.from;
  const error = save.error ?? remove.error;
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('review.title')}
      text={t(moderation.automatic ? 'review.textAuto' : 'review.text')}
      actions={
        mayWrite
          ? [{ label: t('review.send'), form: formId, staysOpen: true, loading: save.isPending }]
          : undefined
      }
    >
      {error && <FormErrors title={explain(error, i18n)} />}
      <Loaded query={page} skeleton={<RowSkeletons />}>
        {({ review, from }) =>
          mayWrite ? (
            <ReviewForm
              key={review ? 'written' : 'new'}
              formId={formId}
              review={review}
              removing={remove.isPending}
              onSend={(words) => save.mutate(words)}
              onRemove={() => remove.mutate()}
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
  removing: boolean;
  onSend: (words: Words) => void;
  onRemove: () => void;
};

const tones = { pending: 'warning', approved: 'success', rejected: 'danger' } as const;
const states = {
  pending: 'review.pending',
  approved: 'review.approved',
  rejected: 'review.rejected',
} as const;

function ReviewForm({ formId, review, removing, onSend, onRemove }: ReviewFormProps) {
  const { t } = useTranslation('profile');
  const { automatic } = useMember().review;
  const [text, setText] = useState(review?.text ?? '');
  const [stars, setStars] = useState(review?.stars ?? 5);
  return (
    <form
      id={formId}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ text, stars });
      }}
    >
      {review && (
        <div role="status" className="space-y-2">
          <Tag tone={tones[review.status]}>
            {t(automatic && review.status === 'pending' ? 'review.pendingAuto' : states[review.status])}
          </Tag>
          {review.refusal && <p>{t('review.rejectedWhy', { reason: t(refusalWords[review.refusal]) })}</p>}
        </div>
      )}
      <SelectField
        label={t('review.stars')}
        value={String(stars)}
        options={[5, 4, 3, 2, 1].map((value) => ({
          value: String(value),
          label: t('review.starsOf', { count: value }),
        }))}
        onChange={({ target }) => setStars(Number(target.value))}
      />
      <TextArea
        label={t('review.words')}
        hint={t(automatic ? 'review.hintAuto' : 'review.hint')}
        required
        rows={4}
        maxLength={REVIEW_MAX_LETTERS}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {review && (
        <Button variant="secondary" size="sm" loading={removing} onClick={onRemove}>
          {t('review.remove')}
        </Button>
      )}
    </form>
  );
}
