import { HOST } from '../accounts.ts';
import type { AccountsServer } from '../accounts.ts';
import type { Audience } from './browser.ts';

export interface BenchPage {
  what: string;
  audience: Audience;
  path: (server: AccountsServer) => string;
  /** What a person came for: seen as soon as the first of it is. */
  content: string;
}

const page = (what: string, audience: Audience, path: BenchPage['path'], content: string): BenchPage => ({
  what,
  audience,
  path,
  content,
});

/** The pages that members open most, and the first of the console. */
export const benchPages = {
  landing: page('landing', 'visitor', () => '/', 'main form'),
  conversations: page('conversations', 'member', () => '/chats', 'main a[href^="/chats/"]'),
  conversation: page(
    'one conversation',
    'member',
    ({ member }) => `/chats/${member.partner}`,
    'main textarea',
  ),
  search: page('search', 'member', () => '/find', 'main a[href^="/user/"]'),
  deck: page('deck', 'member', () => '/match', 'main a[href^="/user/"]'),
  person: page('one profile', 'member', ({ member }) => `/user/${member.partner}`, 'main a[href^="/chats/"]'),
  plans: page('plans', 'member', () => '/vip_plan/cred', 'main input[name=plan]'),
  profile: page('own profile', 'member', () => '/profile', 'main form'),
  notifications: page('notifications', 'member', () => '/notifications', 'main h1'),
  consoleSignIn: page('console, sign-in', 'visitor', () => '/console/', 'form input[type=password]'),
  console: page('console, first page', 'staff', () => '/console/', 'main h1'),
} as const;

/** The console has an address of its own, at no brand. */
export function addressOf({ path }: BenchPage, server: AccountsServer): string {
  const to = path(server);
  const host = to.startsWith('/console') ? 'localhost' : HOST;
  return `http://${host}:${server.port}${to}`;
}
