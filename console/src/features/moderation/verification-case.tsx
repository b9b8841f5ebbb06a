import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { KeyButton } from '#console/shell/key-button.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import {
  decideVerification,
  readVerificationCase,
  verificationReasons,
} from '#contract/moderation/photo-verification.ts';
import { type AnsweredCaseProps, useCaseAnswer } from './case-answer.ts';
import { CasePhoto } from './case-photo.tsx';
import { ReasonChoice } from './verdict-buttons.tsx';

/** The picture of a gesture beside the photos of the profile. */
export function VerificationCase({ place, onAnswered, idle }: AnsweredCaseProps) {
  const { t } = useTranslation('sanctions');
  const { brand, id } = place;
  const query = useQuery({
    queryKey: ['verification', brand, id],
    queryFn: ({ signal }) => call(readVerificationCase, { brand, id }, { signal }),
    gcTime: 0,
  });
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
          <Answer place={place} onAnswered={onAnswered} idle={idle} />
        </div>
      )}
    </Loaded>
  );
}

/** The pictures are there by now: a key must not decide on what the moderator has not seen. */
function Answer({ place: { brand, id }, onAnswered, idle }: AnsweredCaseProps) {
  const { t } = useTranslation('sanctions');
  const [choosing, setChoosing] = useState(false);
  const { give, isBusy } = useCaseAnswer(t('verification.done'), onAnswered);
  const say = (refusal: (typeof verificationReasons)[number] | null) =>
    give(() => call(decideVerification, { brand, id, refusal }));
  useKeys(idle ? {} : { a: () => say(null), r: () => setChoosing(true) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <KeyButton loading={isBusy} icon={Check} letter="A" onClick={() => say(null)}>
        {t('verification.same')}
      </KeyButton>
      <KeyButton
        variant="danger"
        disabled={isBusy}
        aria-expanded={choosing}
        icon={X}
        letter="R"
        onClick={() => setChoosing((open) => !open)}
      >
        {t('verification.refuse')}
      </KeyButton>
      {choosing && (
        <ReasonChoice
          reasons={verificationReasons}
          nameOf={(reason) => t(`refusals.${reason}`)}
          onChoose={say}
          onClose={() => setChoosing(false)}
          idle={idle}
        />
      )}
    </div>
  );
}
