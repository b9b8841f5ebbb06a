import { Slider } from '@base-ui/react/slider';
import { classNames } from './class-names.ts';

type Range = readonly [from: number, to: number];

type RangeSliderProps = {
  value: Range;
  onChange: (value: Range) => void;
  min: number;
  max: number;
  /** What the lower and the upper end are called. */
  labels: Readonly<Record<'from' | 'to', string>>;
  className?: string | undefined;
};

const thumbLook =
  'grid size-6 place-items-center rounded-(--corner-round) bg-primary-fill shadow-card outline-offset-2 before:absolute before:size-11 has-focus-visible:outline-3 has-focus-visible:outline-ring';

/** A part of a scale, between two ends that are moved by finger or by keyboard, and never pass one another. */
export function RangeSlider({ value, onChange, min, max, labels, className }: RangeSliderProps) {
  return (
    <Slider.Root
      value={value}
      min={min}
      max={max}
      thumbCollisionBehavior="none"
      // The thumbs stay within the track, so that their whole size can be touched at both ends.
      thumbAlignment="edge"
      onValueChange={([from, to]) => onChange([from, to])}
      className={classNames('w-full', className)}
    >
      <Slider.Control className="flex h-11 w-full touch-none items-center select-none">
        <Slider.Track className="h-2 w-full rounded-(--corner-round) bg-soft-hover">
          <Slider.Indicator className="rounded-(--corner-round) bg-primary-fill" />
          <Slider.Thumb index={0} aria-label={labels.from} className={thumbLook} />
          <Slider.Thumb index={1} aria-label={labels.to} className={thumbLook} />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
