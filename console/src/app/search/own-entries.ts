import { Building2, Languages, LogOut, Moon, PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { THEMES } from '#client/theme.ts';
import { speakLanguage, useSignOut } from '#console/shell/api.ts';
import { useBrandScope, useChooseBrand } from '#console/shell/brand-scope.ts';
import { usePageTitles } from '#console/shell/page.tsx';
import { pages } from '#console/shell/paths.ts';
import { chooseTheme, narrowMenu } from '#console/shell/storage.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { mayOpen, pageNames, routes } from '../routes.ts';
import type { Entry } from './entry.ts';

/** The pages of the menu that the user may open. */
export function usePageEntries(me: StaffMember): Entry[] {
  const { t } = usePageTitles();
  const scope = useBrandScope();
  return pageNames.flatMap((name) => {
    const { menu, title } = routes[name];
    if (!menu || !mayOpen(routes[name], me, scope)) return [];
    return [{ id: `page ${name}`, title: t(title), icon: menu.icon, act: { to: pages[name] } }];
  });
}

export function useBrandEntries(me: StaffMember): Entry[] {
  const { t } = useTranslation();
  const choose = useChooseBrand();
  if (me.brands.length < 2) return [];
  const brands = me.brands.map(({ key, title }): Entry => ({
    id: `brand ${key}`,
    title,
    words: key,
    icon: Building2,
    act: { run: () => choose(key) },
  }));
  const all = { id: 'brands', title: t('allBrands'), icon: Building2, act: { run: () => choose(undefined) } };
  return [...brands, all];
}

export function useActEntries(): Entry[] {
  const { t, i18n } = useTranslation();
  const signOut = useSignOut();
  const narrow = narrowMenu.use();
  return [
    ...THEMES.map((theme): Entry => ({
      id: `theme ${theme}`,
      title: `${t('theme.title')}: ${t(`theme.${theme}`)}`,
      icon: Moon,
      act: { run: () => chooseTheme(theme) },
    })),
    ...LANGUAGES.filter((language) => language !== i18n.language).map((language): Entry => ({
      id: `language ${language}`,
      title: `${t('language')}: ${languages[language].name}`,
      icon: Languages,
      act: { run: () => speakLanguage(i18n, language) },
    })),
    {
      id: 'menu',
      title: t(narrow ? 'widenMenu' : 'narrowMenu'),
      icon: PanelLeft,
      act: { run: () => narrowMenu.set(!narrow) },
    },
    { id: 'sign out', title: t('signOut'), icon: LogOut, act: { run: () => signOut.mutate() } },
  ];
}
