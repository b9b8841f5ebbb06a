import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  text?: string | undefined;
  /** What to do next. */
  children?: ReactNode;
  alert?: boolean;
}

/** What stands where a list would: nothing here, not allowed, gone wrong, no network. */
export function Notice({ icon: Icon, title, text, children, alert = false }: NoticeProps) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex flex-col items-center gap-3 px-6 py-14 text-center"
    >
      <span
        className={`grid size-11 place-items-center rounded-card ${alert ? 'bg-danger-soft text-on-danger-soft' : 'bg-soft text-muted'}`}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="flex max-w-sm flex-col gap-1">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
