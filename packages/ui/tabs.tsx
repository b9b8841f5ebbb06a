import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
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
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={(next: unknown) => {
        const tab = tabs.find((one) => one.value === next);
        if (tab) onChange(tab.value);
      }}
      className={className}
    >
      <BaseTabs.List
        aria-label={label}
        activateOnFocus
        className="relative flex gap-1 border-b-(length:--stroke) border-line"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="inline-flex min-h-12 flex-1 items-center justify-center gap-2 px-4 font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 data-active:text-ink sm:flex-none"
          >
            {tab.label}
            {tab.count && <CountBadge count={tab.count.value} label={tab.count.label} />}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-[calc(var(--stroke)*-1)] left-0 h-[3px] w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-primary-line transition-[translate,width]" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="animate-appear pt-5 outline-offset-4">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
