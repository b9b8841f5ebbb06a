import type { ReactNode } from 'react';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';
import { Tooltip } from '../../../../../packages/ui/tooltip.tsx';

interface ToolButtonProps {
  label: string;
  /** As `aria-keyshortcuts` spells it: `Alt+D`. */
  keys: string;
  icon: ReactNode;
  onClick: () => void;
  loading?: boolean;
  disabled?: boolean;
  pressed?: boolean;
}

/** A tool of the composer. Its name and its key stand in the tooltip. */
export function ToolButton({ label, keys, icon, onClick, loading, disabled, pressed }: ToolButtonProps) {
  const closed = disabled === true || loading === true;
  return (
    <Tooltip text={`${label} · ${keys}`}>
      <IconButton
        label={label}
        aria-keyshortcuts={keys}
        aria-disabled={closed || undefined}
        aria-busy={loading || undefined}
        aria-pressed={pressed}
        icon={loading ? <Spinner size="sm" /> : icon}
        onClick={() => {
          if (!closed) onClick();
        }}
        className="size-9! text-muted aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-pressed:bg-primary-soft aria-pressed:text-on-primary-soft pointer-coarse:size-11! [&_svg]:size-4.5"
      />
    </Tooltip>
  );
}
