import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseKey } from '../../../../contract/moderation/cases.ts';
import {
  decideVerification,
  readVerificationCase,
  verificationReasons,
} from '../../../../contract/moderation/photo-verification.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { call } from '../../shell/api.ts';
import { Loaded, SkeletonRows } from '../../shell/loaded.tsx';
import { CasePhoto } from '../moderation/case-photo.tsx';
import { useCaseAnswer } from './case-answer.ts';

type CaseProps = { place: Pick<CaseKey, 'brand' | 'id'>; onAnswered: () => void };

/** The picture of a gesture beside the photos of the profile. */
export function VerificationCase({ place, onAnswered }: CaseProps) {
  const { t } = useTranslation('sanctions');
  const { brand, id } = place;
  const query = useQuery({
    queryKey: ['verification', brand, id],
    queryFn: ({ signal }) => call(readVerificationCase, { brand, id }, { signal }),
    gcTime: 0,
  });
  const give = useCaseAnswer(t('verification.done'), onAnswered);
  const say = (refusal: (typeof verificationReasons)[number] | null) =>
    give.mutate(() => call(decideVerification, { brand, id, refusal }));
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
      {({ gesture, picture, photos }) => (
        <div className="flex flex-col gap-5">
          <p className="text-base font-semibold">
            {t('verification.asked', { gesture: t(`gestures.${gesture}`) })}
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <section className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold">{t('verification.picture')}</h3>
              <CasePhoto photo={picture} alt={t('verification.picture')} />
            </section>
            <section className="flex flex-col gap-2">
              <h3 className="text-sm font-semibold">{t('verification.photos')}</h3>
              {photos.map((photo, index) => (
                <CasePhoto
                  key={photo.address}
                  photo={photo}
                  small={index > 0}
                  alt={t('verification.alt', { number: index + 1 })}
                />
              ))}
            </section>
          </div>
          <p className="font-medium">{t('verification.question')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm" loading={give.isPending} onClick={() => say(null)}>
              {t('verification.same')}
            </Button>
            <span className="ms-2 text-[13px] font-medium text-muted">{t('verification.refuse')}</span>
            {verificationReasons.map((reason) => (
              <Button
                key={reason}
                size="sm"
                variant="secondary"
                disabled={give.isPending}
                onClick={() => say(reason)}
              >
                {t(`refusals.${reason}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Loaded>
  );
}
