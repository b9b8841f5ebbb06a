import { Bot, UsersRound } from 'lucide-react';
import { classNames } from './class-names.ts';

type KindBadgeProps = { kind: 'staff' | 'ai'; label: string; className?: string | undefined };

const looks = {
  staff: { Icon: UsersRound, colours: 'bg-inverse text-on-inverse' },
  ai: { Icon: Bot, colours: 'bg-ai text-on-ai' },
};

/** Says who really writes. It stands on photos too, so it has its own background. */
export function KindBadge({ kind, label, className }: KindBadgeProps) {
  const { Icon, colours } = looks[kind];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-badge px-2.5 py-1.25 text-xs leading-[1.2] font-semibold',
        colours,
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {label}
    </span>
  );
}
