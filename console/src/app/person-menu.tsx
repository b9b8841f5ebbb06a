import { Menu as BaseMenu } from '@base-ui/react/menu';
import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { THEMES } from '#client/theme.ts';
import type { Theme } from '#client/theme.ts';
import { speakLanguage, useSignOut } from '#console/shell/api.ts';
import { pages } from '#console/shell/paths.ts';
import { rolesOf } from '#console/shell/roles.ts';
import { chooseTheme, useTheme } from '#console/shell/storage.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Choice, ChoiceMenu, GroupLabel, Separator, menuItemLook } from './choice-menu.tsx';

/** Language, appearance and the way out. */
export function PersonMenu({ me, narrow }: { me: StaffMember; narrow: boolean }) {
  const { t, i18n } = useTranslation(['shell', 'account']);
  const theme = useTheme();
  const [home, setHome] = useState<HTMLElement | null>(null);
  const signOut = useSignOut();
  return (
    <div ref={setHome}>
      <BaseMenu.Root>
        <BaseMenu.Trigger className="flex w-full items-center gap-2.5 rounded-field p-2 text-start transition-colors hover:bg-soft data-popup-open:bg-soft">
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft text-[0.8125rem] font-semibold text-on-primary-soft uppercase"
          >
            {me.name.slice(0, 1)}
          </span>
          <span className={narrow ? 'sr-only' : 'flex min-w-0 flex-1 flex-col leading-tight'}>
            <span className="truncate text-[0.8125rem] font-semibold">{me.name}</span>
            <span className="truncate text-xs text-muted">
              {rolesOf(me)
                .map((role) => t(`role.${role}`))
                .join(' · ')}
            </span>
          </span>
          {!narrow && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
        </BaseMenu.Trigger>
        <ChoiceMenu side="top" home={home}>
          <p className="truncate px-2.5 py-1.5 text-xs text-muted">{me.email}</p>
          <BaseMenu.LinkItem className={menuItemLook} closeOnClick render={<Link to={pages.account} />}>
            <UserRound aria-hidden className="size-4 text-muted" />
            {t('account:page.account')}
          </BaseMenu.LinkItem>
          <Separator />
          <BaseMenu.RadioGroup
            value={i18n.language}
            onValueChange={(next: Language) => speakLanguage(i18n, next)}
          >
            <GroupLabel>{t('language')}</GroupLabel>
            {LANGUAGES.map((language) => (
              <Choice key={language} value={language}>
                <span lang={language}>{languages[language].name}</span>
              </Choice>
            ))}
          </BaseMenu.RadioGroup>
          <Separator />
          <BaseMenu.RadioGroup value={theme} onValueChange={(next: Theme) => chooseTheme(next)}>
            <GroupLabel>{t('theme.title')}</GroupLabel>
            {THEMES.map((choice) => (
              <Choice key={choice} value={choice}>
                {t(`theme.${choice}`)}
              </Choice>
            ))}
          </BaseMenu.RadioGroup>
          <Separator />
          <BaseMenu.Item className={menuItemLook} onClick={() => signOut.mutate()}>
            <LogOut aria-hidden className="size-4 text-muted" />
            {t('signOut')}
          </BaseMenu.Item>
        </ChoiceMenu>
      </BaseMenu.Root>
    </div>
  );
}
