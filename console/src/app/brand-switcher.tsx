import { Menu as BaseMenu } from '@base-ui/react/menu';
import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrandScope, useChooseBrand } from '#console/shell/brand-scope.ts';
import { Mark, Wordmark } from '#console/shell/page.tsx';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Choice, ChoiceMenu, Separator } from './choice-menu.tsx';

const ALL = '';

interface BrandSwitcherProps {
  me: StaffMember;
  narrow?: boolean;
}

/** The brand that every page shows now. With one brand there is nothing to choose. */
export function BrandSwitcher({ me, narrow = false }: BrandSwitcherProps) {
  const { t } = useTranslation();
  const scope = useBrandScope();
  const choose = useChooseBrand();
  const [home, setHome] = useState<HTMLElement | null>(null);
  const [only] = me.brands;
  if (!only) return narrow ? <Mark /> : <Wordmark />;
  const chosen = me.brands.length === 1 ? only : me.brands.find(({ key }) => key === scope);
  const title = chosen?.title ?? scope ?? t('allBrands');
  const label = (
    <>
      {scope === undefined && !chosen ? <Mark /> : <BrandInitial title={title} />}
      <span className={narrow ? 'sr-only' : 'min-w-0 flex-1 truncate text-sm font-semibold'}>{title}</span>
    </>
  );
  if (me.brands.length === 1)
    return <div className={`flex items-center gap-2.5 ${narrow ? '' : 'p-2'}`}>{label}</div>;
  return (
    <div ref={setHome} className="min-w-0">
      <BaseMenu.Root>
        <BaseMenu.Trigger
          className={`flex min-h-11 w-full items-center gap-2.5 rounded-field text-start transition-colors hover:bg-soft data-popup-open:bg-soft ${narrow ? 'justify-center' : 'border border-line px-2'}`}
        >
          <span className="sr-only">{t('brand')}</span>
          {label}
          {!narrow && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
        </BaseMenu.Trigger>
        <ChoiceMenu side="bottom" home={home}>
          <BaseMenu.RadioGroup
            aria-label={t('brand')}
            value={scope ?? ALL}
            onValueChange={(next: string) => choose(next === ALL ? undefined : next)}
          >
            <Choice value={ALL}>{t('allBrands')}</Choice>
            <Separator />
            {me.brands.map(({ key, title: name, role }) => (
              <Choice key={key} value={key}>
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {!me.isOwner && <span className="shrink-0 text-xs text-muted">{t(`role.${role}`)}</span>}
              </Choice>
            ))}
          </BaseMenu.RadioGroup>
        </ChoiceMenu>
      </BaseMenu.Root>
    </div>
  );
}

function BrandInitial({ title }: { title: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-field bg-accent-soft text-[0.8125rem] font-semibold text-on-accent-soft uppercase"
    >
      {title.slice(0, 1)}
    </span>
  );
}
