import { classNames } from './class-names.ts';
import { Photo, type Picture } from './photo.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const sizes = {
  sm: { box: 'size-9 text-[calc(var(--spacing)*3.5)]', pixels: '36px', dot: 'size-3' },
  md: { box: 'size-12 text-[calc(var(--spacing)*4)]', pixels: '48px', dot: 'size-3.5' },
  lg: { box: 'size-16 text-[calc(var(--spacing)*5)]', pixels: '64px', dot: 'size-4' },
  xl: { box: 'size-28 text-[calc(var(--spacing)*7.5)]', pixels: '112px', dot: 'size-5' },
};

type AvatarProps = {
  name: string;
  photo?: Picture | null | undefined;
  size?: keyof typeof sizes | undefined;
  /** Says that this person is online. */
  presence?: string | undefined;
  /** Empty where the name stands beside it anyway. */
  alt?: string | undefined;
  className?: string | undefined;
};

export function Avatar({ name, photo, size = 'md', presence, alt = '', className }: AvatarProps) {
  const { box, pixels, dot } = sizes[size];
  return (
    <span className={classNames('not-[.absolute]:relative inline-block shrink-0', box, className)}>
      <Photo
        photo={photo}
        alt={alt}
        sizes={pixels}
        ratio="fill"
        className="rounded-avatar"
        fallback={
          <span
            aria-hidden="true"
            className="grid size-full place-items-center bg-accent-soft font-semibold text-on-accent-soft"
          >
            {initialsOf(name)}
          </span>
        }
      />
      {presence && (
        <span
          className={classNames(
            'absolute -right-0.5 -bottom-0.5 rounded-full border-2 border-surface bg-online',
            dot,
          )}
        >
          <VisuallyHidden>{presence}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => (/^./u.exec(word)?.[0] ?? '').toLocaleUpperCase()).join('');
}
