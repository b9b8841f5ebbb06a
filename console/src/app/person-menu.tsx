import { Menu } from '@base-ui/react/menu';
import { useMutation } from '@tanstack/react-query';
import { Check, ChevronsUpDown, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../contract/kernel/constants.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import { languages } from '../../../contract/kernel/languages.ts';
import { staffSignOut } from '../../../contract/staff/staff.ts';
import type { StaffMember } from '../../../contract/staff/staff.ts';
import { appearances, chooseAppearance, useAppearance } from '../lib/appearance.ts';
import type { Appearance } from '../lib/appearance.ts';
import { call } from '../lib/call.ts';
import { chooseLanguage } from '../lib/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { endSession } from '../lib/session.ts';

const itemLook =
  'flex h-8 cursor-default items-center gap-2 rounded-field px-2.5 text-[13px] outline-none select-none data-highlighted:bg-soft pointer-coarse:h-11';

export function PersonMenu({ me }: { me: StaffMember }) {
  const { t, i18n } = useTranslation();
  const appearance = useAppearance();
  // The menu opens inside the rail, so that it belongs to a landmark.
  const [home, setHome] = useState<HTMLElement | null>(null);
  const signOut = useMutation({
    mutationFn: () => call(staffSignOut, {}),
    // Whatever the server says, this device forgets the session.
    onSettled: () => {
      endSession('signed-out');
      queryClient.clear();
    },
  });
  return (
    <div ref={setHome}>
      <Menu.Root>
        <Menu.Trigger className="flex w-full items-center gap-2.5 rounded-field p-2 text-start transition-colors hover:bg-soft data-popup-open:bg-soft">
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-[13px] font-semibold text-on-primary-soft uppercase"
          >
            {me.name.slice(0, 1)}
          </span>
          <span className="flex min-w-0 flex-1 flex-col leading-tight">
            <span className="truncate text-[13px] font-semibold">{me.name}</span>
            <span className="truncate text-xs text-muted">{t(`role.${me.role}`)}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Menu.Trigger>
        <Menu.Portal container={home}>
          <Menu.Positioner side="top" align="start" sideOffset={6} className="z-40 outline-none">
            <Menu.Popup className="w-56 rounded-card border border-line bg-raised p-1.5 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              <p className="truncate px-2.5 py-1.5 text-xs text-muted">{me.email}</p>
              <Separator />
              <Menu.RadioGroup
                value={i18n.language}
                onValueChange={(next: Language) => void chooseLanguage(next)}
              >
                <GroupLabel>{t('language')}</GroupLabel>
                {LANGUAGES.map((language) => (
                  <Choice key={language} value={language}>
                    <span lang={language}>{languages[language].name}</span>
                  </Choice>
                ))}
              </Menu.RadioGroup>
              <Separator />
              <Menu.RadioGroup
                value={appearance}
                onValueChange={(next: Appearance) => chooseAppearance(next)}
              >
                <GroupLabel>{t('appearance')}</GroupLabel>
                {appearances.map((choice) => (
                  <Choice key={choice} value={choice}>
                    {t(`appearance.${choice}`)}
                  </Choice>
                ))}
              </Menu.RadioGroup>
              <Separator />
              <Menu.Item className={itemLook} onClick={() => signOut.mutate()}>
                <LogOut aria-hidden className="size-4 text-muted" />
                {t('signOut')}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

function Choice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Menu.RadioItem value={value} className={itemLook}>
      <span className="grid size-4 place-items-center">
        <Menu.RadioItemIndicator>
          <Check aria-hidden className="size-4 text-primary-text" />
        </Menu.RadioItemIndicator>
      </span>
      {children}
    </Menu.RadioItem>
  );
}

function GroupLabel({ children }: { children: ReactNode }) {
  return (
    <Menu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted">
      {children}
    </Menu.GroupLabel>
  );
}

function Separator() {
  return <Menu.Separator className="mx-1 my-1 h-px bg-line" />;
}
