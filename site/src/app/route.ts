import type { LucideIcon } from 'lucide-react';
import { type ComponentType, type ReactElement, createContext, createElement, lazy } from 'react';
import type { User } from '#contract/account/user.ts';
import type { LegalPage } from '#contract/brand/legal.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import type { HeroName, LoadedHero } from '#site/features/entry/landing/loaded-hero.ts';
import type shell from '#site/locales/it/shell.json';
import type { Namespace } from '#site/shell/i18next.d.ts';
import { reloadForNewVersion } from '#site/shell/new-version.ts';
import type { PopupName } from '#site/shell/popups.ts';

/** What a page looks like that is on its way (app/skeletons.tsx). */
export type SkeletonShape =
  | 'list'
  | 'people'
  | 'deck'
  | 'chats'
  | 'thread'
  | 'person'
  | 'profile'
  | 'plans'
  | 'pay'
  | 'form'
  | 'text';

/** The code of a page, a file of its own that is fetched when it is first shown. */
export interface Screen {
  load: () => Promise<ComponentType>;
  /** The namespaces of texts it needs, besides the shell's. */
  texts: readonly Namespace[];
  /** The shape of what will come, while it is fetched; a list unless it says otherwise. */
  skeleton?: SkeletonShape;
  /** Opens with the brand's hero, which has the logo and the way in. */
  hero?: true;
  /** The file that `load` imports, by which the server finds what to fetch early. The build writes it (site/screen-sources.ts). */
  source?: string;
}

/** What a route's own rule may look at. */
export interface RuleInput {
  pathname: string;
  /** With the token of a link, though the address bar no longer shows it. */
  query: URLSearchParams;
  search: string;
  flow: { id: string; invites: boolean };
  verified: boolean;
  /** A payment has just succeeded, which the page that took it says. */
  paid: boolean;
}

export interface Redirect {
  to: string;
  popup?: PopupName;
  /** A paywall to open there, as the member's flow has it, if what it says is true. */
  paywall?: PaywallName;
  /** Whom the paywall is about. */
  about?: string | undefined;
  /** A link from a mail was of no use, which the server records. */
  uselessLink?: true;
}

/** What decides which pages a member's menus offer. */
export interface MenuInput {
  flow: { id: string; invites: boolean };
  premiumLevel: User['premiumLevel'];
  seeks: User['about']['seeks'];
}

type Shell = typeof shell;
type MenuWords = Extract<
  keyof Shell['nav'],
  'find' | 'match' | 'chats' | 'chatsShort' | 'notifications' | 'vip' | 'profile'
>;

/** A page's place in the members' menus: the bar above 500 px, and the bottom menu of a phone. */
export interface MenuEntry {
  icon: LucideIcon;
  words: MenuWords;
  /** Where there is less room. */
  shortWords?: MenuWords;
  /** Where it leads, if the page's path has a parameter. */
  to?: string;
  badge?: 'messages' | 'notifications';
  /** It is in the bottom menu too. */
  bottom?: true;
  /** For whom; without it for every member. */
  shows?: (input: MenuInput) => boolean;
  /** It comes before the others in the bar. */
  leadsBar?: (input: MenuInput) => boolean;
}

/** Everything about a page but its address, which stands in shell/paths.ts. */
export interface Route {
  /** Its words under `titles`. */
  title: keyof Shell['titles'];
  screen: Screen;
  /** What a member sees instead where their flow has invites. */
  screenWithInvites?: Screen;
  /**
   * `everybody` sees the same screen. A `newcomer` sees it, a verified member goes home.
   * Where `member` stands, others see the entry screen at this very path.
   */
  access: 'everybody' | 'newcomer' | 'member';
  /** The server may prepare what any visitor sees here. */
  public?: true;
  /** It is the same for all and may be found by a search. Every other page asks not to be. */
  indexed?: true;
  /** It does something by itself, so its scripts do not wait until it has been painted. */
  startsAtOnce?: true;
  /** Instead of its screen's, where the screen looks different on another page. */
  skeleton?: SkeletonShape;
  redirect?: (input: RuleInput) => Redirect | undefined;
  menu?: MenuEntry;
  /** Its words among the links of the footer. */
  footerLink?: Extract<keyof Shell['footer'], LegalPage | 'contact' | 'trust'>;
  hidesBottomMenu?: true;
  /** On a phone the screen has a top bar of its own. */
  hidesTopBar?: true;
  /**
   * As high as the window: what is in it scrolls, not the page. It stays as it is when the address changes to another
   * page of the same name.
   */
  fillsWindow?: 'chats';
  /** Only the logo, with a way back to the plans. */
  logoOnly?: true;
  /** Beside the conversation or the deck there is no room for it; on a phone only some pages have it. */
  footer?: 'never' | 'always';
  /** Its address carries a secret from a mail, which is taken out of sight at once. */
  carriesToken?: true;
  /** Leaving the tab for a while must not lose what is under way, such as a bank's check. */
  staysAsLeft?: true;
  /** What waits to be shown waits on: nothing covers what is asked here. */
  quiet?: true;
}

/** What a page looks like while it is on its way, by what will be shown on it. */
export function skeletonOf(route: Route, screen = route.screen): SkeletonShape | undefined {
  return (screen === route.screen ? route.skeleton : undefined) ?? screen.skeleton;
}

/** What was fetched before the first render, so that it shows without waiting. */
export interface Preloaded {
  screen: { screen: Screen; element: ReactElement } | null;
  hero: LoadedHero;
}

export const nothingPreloaded: Preloaded = { screen: null, hero: null };

/** Fetches a screen ahead, with the brand's hero where it has one. */
export async function preloadScreen(screen: Screen, hero: HeroName): Promise<Preloaded> {
  const [component, loadedHero] = await Promise.all([screen.load(), screen.hero ? preloadHero(hero) : null]);
  return { screen: { screen, element: createElement(component) }, hero: loadedHero };
}

async function preloadHero(hero: HeroName): Promise<LoadedHero> {
  const { loadHero } = await import('#site/features/entry/landing/brand-hero.tsx');
  return loadHero(hero);
}

/** Gives the element of a screen: always the same, so that what happens around it does not render it again. */
export type RenderScreen = (screen: Screen) => ReactElement;

/** The elements of one page, or of one render on the server. */
export function createScreenElements(preloaded: Preloaded): RenderScreen {
  const lazily = new Map<Screen, ReactElement>();

  async function loadOrReload(screen: Screen): Promise<ComponentType> {
    try {
      return await screen.load();
    } catch (error) {
      // The next attempt must ask again, not remember the failure.
      lazily.delete(screen);
      if (reloadForNewVersion()) return new Promise(() => undefined);
      throw error;
    }
  }

  return (screen) => {
    if (preloaded.screen?.screen === screen) return preloaded.screen.element;
    const known = lazily.get(screen);
    if (known) return known;
    const waiting = createElement(lazy(async () => ({ default: await loadOrReload(screen) })));
    lazily.set(screen, waiting);
    return waiting;
  };
}

export const RenderScreenContext = createContext<RenderScreen>(() => {
  throw new Error('There is no page around this part.');
});
