import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { useShell } from '#site/shell/boot.ts';
import { Avatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

type ParticipantAvatarProps = {
  name: string;
  photo: string | null;
  /** Null for the house, which shows the brand's sign. */
  kind: ProfileKind | null;
  size?: 'md' | 'lg' | undefined;
  /** Says that this person is online. */
  presence?: string | undefined;
  className?: string | undefined;
};

const boxes = { md: 'size-12 [&>svg]:size-6', lg: 'size-16 [&>svg]:size-8' };

/** The participant of a conversation. */
export function ParticipantAvatar({
  name,
  photo,
  kind,
  size = 'md',
  presence,
  className,
}: ParticipantAvatarProps) {
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

/** Words that have to be paid for. What stands behind the veil are other letters; the real ones never came here. */
export function BlurredWords({ text, className }: { text: string; className?: string | undefined }) {
  const { t } = useTranslation('chats');
  return (
    <span className={classNames('flex min-w-0 items-center gap-1.5', className)}>
      <LockKeyhole aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
      <span aria-hidden="true" className="truncate px-0.5 blur-[4px] select-none">
        {text}
      </span>
      <VisuallyHidden>{t('locked')}</VisuallyHidden>
    </span>
  );
}

const delays = ['', '[animation-delay:160ms]', '[animation-delay:320ms]'];

/** The participant is writing. The label names them. */
export function TypingDots({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <span role="status" className={classNames('inline-flex items-center gap-1.25 py-1.5', className)}>
      {delays.map((delay) => (
        <span
          key={delay}
          aria-hidden="true"
          className={classNames('size-2 animate-typing rounded-full bg-accent', delay)}
        />
      ))}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
