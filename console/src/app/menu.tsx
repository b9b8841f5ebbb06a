import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { THEMES } from '#client/theme.ts';
import type { Theme } from '#client/theme.ts';
import { call, useSignOut } from '#console/shell/api.ts';
import { Wordmark, usePageTitles } from '#console/shell/page.tsx';
import { pages } from '#console/shell/paths.ts';
import { rolesOf } from '#console/shell/roles.ts';
import { chooseTheme, useTheme } from '#console/shell/storage.ts';
import { chooseLanguage } from '#console/shell/texts.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { setStaffLanguage } from '#contract/staff/sign-in.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { mayOpen, pageNames, routes } from './routes.ts';

interface MenuProps {
  me: StaffMember | undefined;
  /** It lies over the page, and where it leads takes its place in the history. */
  overPage?: boolean;
}

export function Menu({ me, overPage = false }: MenuProps) {
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-3 pt-5">
      <div className="px-2">
        <Wordmark />
      </div>
      {me ? <Sections me={me} replace={overPage} /> : <SectionsSkeleton />}
      <div className="mt-auto">{me ? <PersonMenu me={me} /> : <Skeleton className="h-12" />}</div>
    </div>
  );
}

function Sections({ me, replace }: { me: StaffMember; replace: boolean }) {
  const { t } = usePageTitles();
  return (
    <nav aria-label={t('sections')}>
      <ul className="flex flex-col gap-0.5">
        {pageNames.map((name) => {
          const route = routes[name];
          if (!route.menu || !mayOpen(route, me)) return null;
          const { icon: Icon, Badge } = route.menu;
          return (
            <li key={name}>
              <NavLink
                to={pages[name]}
                end={name === 'overview'}
                replace={replace}
                className="group flex min-h-9 items-center gap-2.5 rounded-field px-2.5 py-1.5 text-sm font-medium text-muted transition-colors hover:bg-soft hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft pointer-coarse:min-h-11"
              >
                <Icon aria-hidden className="size-4.5 shrink-0" />
                {t(route.title)}
                {Badge && <Badge />}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function SectionsSkeleton() {
  return (
    <div className="flex flex-col gap-2 px-2">
      {['w-24', 'w-20', 'w-16', 'w-22'].map((width) => (
        <Skeleton key={width} className={`my-1.5 h-4 ${width}`} />
      ))}
    </div>
  );
}

const itemLook =
  'flex min-h-8 cursor-default items-center gap-2 rounded-field px-2.5 text-[0.8125rem] outline-none select-none data-highlighted:bg-soft pointer-coarse:min-h-11';

/** Language, appearance and the way out. */
function PersonMenu({ me }: { me: StaffMember }) {
  const { t, i18n } = useTranslation(['shell', 'account']);
  const theme = useTheme();
  // It opens inside the menu of sections, so that it belongs to a landmark.
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
          <span className="flex min-w-0 flex-1 flex-col leading-tight">
            <span className="truncate text-[0.8125rem] font-semibold">{me.name}</span>
            <span className="truncate text-xs text-muted">
              {rolesOf(me)
                .map((role) => t(`role.${role}`))
                .join(' · ')}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </BaseMenu.Trigger>
        <BaseMenu.Portal container={home}>
          <BaseMenu.Positioner side="top" align="start" sideOffset={6} className="z-40 outline-none">
            <BaseMenu.Popup className="w-56 rounded-card border border-line bg-raised p-1.5 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              <p className="truncate px-2.5 py-1.5 text-xs text-muted">{me.email}</p>
              <BaseMenu.LinkItem className={itemLook} closeOnClick render={<Link to={pages.account} />}>
                <UserRound aria-hidden className="size-4 text-muted" />
                {t('account:page.account')}
              </BaseMenu.LinkItem>
              <Separator />
              <BaseMenu.RadioGroup
                value={i18n.language}
                onValueChange={(next: Language) => {
                  void chooseLanguage(i18n, next);
                  // Mails follow; should this fail, the console speaks the language all the same.
                  call(setStaffLanguage, { language: next }).catch(() => {});
                }}
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
              <BaseMenu.Item className={itemLook} onClick={() => signOut.mutate()}>
                <LogOut aria-hidden className="size-4 text-muted" />
                {t('signOut')}
              </BaseMenu.Item>
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  );
}

function Choice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <BaseMenu.RadioItem value={value} className={itemLook}>
      <span className="grid size-4 place-items-center">
        <BaseMenu.RadioItemIndicator>
          <Check aria-hidden className="size-4 text-primary-text" />
        </BaseMenu.RadioItemIndicator>
      </span>
      {children}
    </BaseMenu.RadioItem>
  );
}

function GroupLabel({ children }: { children: ReactNode }) {
  return (
    <BaseMenu.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted">
      {children}
    </BaseMenu.GroupLabel>
  );
}

function Separator() {
  return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
