import { Camera, ImagePlus, TimerOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTO_TYPES } from '#contract/kernel/constants.ts';
import type { Gesture } from '#contract/moderation/photo-verification.ts';
import { codeOf, explain } from '#site/shell/explain.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { Photo } from '#ui/photo.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { GestureFigure } from './gesture-figure.tsx';
import { useGesturePicture, useMinutesLeft } from './verification-data.ts';

const gestureWords = {
  hand_on_head: 'gestures.hand_on_head',
  three_fingers: 'gestures.three_fingers',
  thumb_up: 'gestures.thumb_up',
  touch_ear: 'gestures.touch_ear',
  hand_on_chin: 'gestures.hand_on_chin',
  open_hand: 'gestures.open_hand',
} as const satisfies Record<Gesture, string>;

type AskedGestureProps = {
  gesture: Gesture;
  /** When it is too late for the picture. */
  until: number;
  /** The button that asks for another gesture. */
  again: (variant: 'primary' | 'ghost') => ReactNode;
};

/** The gesture that was drawn, and the picture of it. */
export function AskedGesture({ gesture, until, again }: AskedGestureProps) {
  const { t } = useTranslation('verification');
  const minutes = useMinutesLeft(until);
  const { picture, pick, send, cancel } = useGesturePicture();
  const isSending = picture !== null && picture.share !== null;
  // What is on its way may still be in time.
  if (!isSending && (minutes === 0 || codeOf(picture?.error) === 'verification.expired')) {
    return (
      <div className="space-y-6">
        <Expired />
        {again('primary')}
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <Card as="section" className="space-y-5">
        <div className="flex items-center gap-5">
          <GestureFigure gesture={gesture} />
          <div className="min-w-0 flex-1">
            <p className="text-sm font-semibold text-muted">{t('gesture.title')}</p>
            <h2 className="mt-1 text-2xl text-balance">{t(gestureWords[gesture])}</h2>
            <p role="timer" className="mt-2 text-[0.9375rem] text-muted tabular-nums">
              {t('left', { count: minutes })}
            </p>
          </div>
        </div>
        <p className="text-[0.9375rem] text-muted">{t('tips')}</p>
        {picture && <Picture picture={picture} onSend={send} onCancel={cancel} />}
        {!isSending && <Pickers hasPicture={picture !== null} onPick={pick} />}
      </Card>
      {!isSending && again('ghost')}
    </div>
  );
}

/** The time for the picture is over. */
export function Expired() {
  const { t } = useTranslation('verification');
  return (
    <Notice tone="warning" icon={<TimerOff aria-hidden="true" />}>
      {t('expired')}
    </Notice>
  );
}

type PictureProps = {
  picture: NonNullable<ReturnType<typeof useGesturePicture>['picture']>;
  onSend: () => void;
  onCancel: () => void;
};

/** What was taken: to be looked at and sent, on its way, or why it stopped. */
function Picture({ picture: { preview, share, error }, onSend, onCancel }: PictureProps) {
  const { t, i18n } = useTranslation(['verification', 'errors']);
  const isUseless = ['photo.not_image', 'photo.too_large'].includes(codeOf(error) ?? '');
  const hasLeft = share !== null && share >= 1;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <div className="space-y-4">
      {!isUseless && (
        <Photo
          photo={{ src: preview }}
          alt={t('preview')}
          shape="card"
          priority
          className="mx-auto w-full max-w-64"
        />
      )}
      {error !== null && <FormErrors title={t('failed')} errors={[{ text: explain(error, i18n) }]} />}
      {share !== null && (
        <div className="flex items-center gap-3">
          <ProgressBar
            value={hasLeft ? null : share * 100}
            label={hasLeft ? t('arriving') : t('sending')}
            text={hasLeft ? undefined : percent.format(share)}
            className="flex-1"
          />
          <Button size="sm" variant="ghost" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {share === null && !isUseless && (
        <Button size="lg" wide onClick={onSend}>
          {error === null ? t('send') : t('retry')}
        </Button>
      )}
    </div>
  );
}

type PickersProps = { hasPicture: boolean; onPick: (file: File) => void };

/** The camera of a phone, or a file. Without a touch screen browsers have no camera to offer here. */
function Pickers({ hasPicture, onPick }: PickersProps) {
  const { t } = useTranslation('verification');
  const [hasCamera] = useState(() => matchMedia('(pointer: coarse)').matches);
  return (
    <div className="flex flex-col gap-2.5">
      {hasCamera && (
        <Picker
          label={t('take')}
          icon={<Camera aria-hidden="true" className="size-5" />}
          variant={hasPicture ? 'secondary' : 'primary'}
          camera
          onPick={onPick}
        />
      )}
      <Picker
        label={hasPicture ? t('chooseOther') : t('choose')}
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        variant={hasPicture || hasCamera ? 'secondary' : 'primary'}
        onPick={onPick}
      />
    </div>
  );
}

type PickerProps = {
  label: string;
  icon: ReactNode;
  variant: 'primary' | 'secondary';
  camera?: boolean;
  onPick: (file: File) => void;
};

function Picker({ label, icon, variant, camera = false, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="lg" wide variant={variant} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES.join(',')}
        {...(camera && { capture: 'user' as const })}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={({ target }) => {
          const [picked] = target.files ?? [];
          if (picked) onPick(picked);
          // The same file may be picked again after a mistake.
          target.value = '';
        }}
      />
    </>
  );
}
