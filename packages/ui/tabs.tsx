import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CountBadge } from './badge.tsx';

export type Tab<Value extends string> = {
  value: Value;
  label: ReactNode;
  count?: { value: number; label: string } | undefined;
  content: ReactNode;
};

type TabsProps<Value extends string> = {
  /** What the tabs are about, spoken. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange, className }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const indicator = useRef<HTMLSpanElement>(null);
  const chosen = tabs.find((tab) => tab.value === value);

  useLayoutEffect(() => {
    const bar = list.current;
    if (!bar) return undefined;
    // Their widths change with the words and with the window.
    const observer = new ResizeObserver(() => place(bar, indicator.current));
    for (const tab of bar.querySelectorAll('[role=tab]')) observer.observe(tab);
    place(bar, indicator.current);
    return () => observer.disconnect();
  });

  function handleKey(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    document.getElementById(`${id}-${next.value}`)?.focus();
    if (next.value !== value) onChange(next.value);
  }

  return (
    <div className={className}>
      {/* The keys are those of the tab that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="relative flex flex-wrap gap-x-1 border-b-(length:--stroke) border-line"
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              data-active={isChosen || undefined}
              onClick={() => !isChosen && onChange(tab.value)}
              className="inline-flex min-h-12 flex-1 items-center justify-center gap-2 px-4 font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 data-active:text-ink sm:flex-none"
            >
              {tab.label}
              {tab.count && <CountBadge count={tab.count.value} label={tab.count.label} />}
            </button>
          );
        })}
        <span
          ref={indicator}
          className="absolute top-[calc(var(--tab-end)-3px+var(--stroke))] left-0 h-[3px] w-(--tab-width) translate-x-(--tab-left) rounded-full bg-primary-line transition-[translate,top,width]"
        />
      </div>
      {chosen && (
        <div
          key={chosen.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${chosen.value}`}
          tabIndex={0}
          className="animate-appear pt-5 outline-offset-4"
        >
          {chosen.content}
        </div>
      )}
    </div>
  );
}

/** Puts the line under the chosen tab. */
function place(bar: HTMLElement, line: HTMLElement | null): void {
  const tab = bar.querySelector<HTMLElement>('[aria-selected=true]');
  line?.style.setProperty('--tab-left', `${tab?.offsetLeft ?? 0}px`);
  line?.style.setProperty('--tab-end', `${tab ? tab.offsetTop + tab.offsetHeight : 0}px`);
  line?.style.setProperty('--tab-width', `${tab?.offsetWidth ?? 0}px`);
}
