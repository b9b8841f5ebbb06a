import { Heart, X } from 'lucide-react';
import { type MotionValue, styleEffect, useTransform } from 'motion/react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import type { Verdict } from './deck.ts';
import { FAR_SHARE } from './verdict.ts';

const looks = {
  like: { Icon: Heart, look: 'left-5 -rotate-12 bg-accent-fill text-on-accent', fill: 'fill-current' },
  dislike: { Icon: X, look: 'right-5 rotate-12 bg-inverse text-on-inverse', fill: '' },
};

type StampProps = { verdict: Verdict; share: MotionValue<number> };

/** Says what letting go now would mean. It stands on the side that stays in sight, and shows with the distance. */
export function Stamp({ verdict, share }: StampProps) {
  const { t } = useTranslation('match');
  const stamp = useRef<HTMLSpanElement>(null);
  const { Icon, look, fill } = looks[verdict];
  const sign = verdict === 'like' ? 1 : -1;
  const opacity = useTransform(() => Math.min(1, Math.max(0, (sign * share.get()) / FAR_SHARE)));
  useLayoutEffect(() => {
    const element = stamp.current;
    if (!element) return undefined;
    const unbind = styleEffect(element, { opacity });
    styleEffect.flush(element);
    return unbind;
  }, [opacity]);
  return (
    <span
      ref={stamp}
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute top-18 inline-flex items-center gap-2 rounded-field border-3 border-white px-4 py-2.5 text-xl leading-none font-extrabold tracking-wide uppercase shadow-raised',
        look,
      )}
    >
      <Icon className={classNames('size-6 stroke-[2.5]', fill)} />
      {t(`stamp.${verdict}`)}
    </span>
  );
}
