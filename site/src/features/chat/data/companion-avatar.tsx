import type { ProfileKind } from '../../../../../contract/kernel/fields.ts';
import { Avatar } from '../../../../../packages/ui/avatar.tsx';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { useShell } from '../../../shell/boot.ts';

type CompanionAvatarProps = {
  name: string;
  photo: string | null;
  /** Null for the house, which shows the brand's sign. */
  kind: ProfileKind | null;
  size?: 'md' | 'lg' | undefined;
  /** Says that somebody is there now. */
  presence?: string | undefined;
  className?: string | undefined;
};

const boxes = { md: 'size-12 [&>svg]:size-6', lg: 'size-16 [&>svg]:size-8' };

/** Whoever a conversation is with. */
export function CompanionAvatar({
  name,
  photo,
  kind,
  size = 'md',
  presence,
  className,
}: CompanionAvatarProps) {
  const { brand } = useShell();
  if (kind !== null) {
    const picture = photo ? { src: photo } : null;
    return <Avatar name={name} photo={picture} size={size} presence={presence} className={className} />;
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-avatar bg-primary-soft text-on-primary-soft',
        boxes[size],
        className,
      )}
      // Written by the brand's operator and checked when it is saved; scripts in it would not run (CSP).
      dangerouslySetInnerHTML={{ __html: brand.logo }}
    />
  );
}
