import { safePath } from '#contract/kernel/return-path.ts';

/** Every page of the console, by the pattern of its address. What each shows, and to whom, stands in app/routes.ts. */
export const pages = {
  signIn: '/sign-in',
  overview: '/',
  conversations: '/conversations',
  conversation: '/conversations/:brand/:id',
  board: '/board',
  hostReplies: '/board/hosts/:staffId',
  readAlong: '/board/:brand/:conversationId',
  shifts: '/shifts',
  ownWork: '/work',
  snippets: '/snippets',
  moderation: '/moderation',
  moderationCase: '/moderation/:brand/:kind/:id',
  members: '/members',
  member: '/members/:brand/:accountId',
  profiles: '/profiles',
  newProfile: '/profiles/:brand/new',
  hostTeams: '/profiles/:brand/teams',
  photoOrigins: '/profiles/:brand/photo-origins',
  profileImports: '/profiles/:brand/imports',
  profileImport: '/profiles/:brand/imports/:importId',
  profile: '/profiles/:brand/:id',
  payments: '/payments',
  payment: '/payments/:brand/:orderId',
  tickets: '/tickets',
  ticket: '/tickets/:brand/:id',
  brands: '/brands',
  brand: '/brands/:brand/:tab',
  reviews: '/reviews',
  flows: '/flows',
  flow: '/flows/:brand/flow/:flowId',
  plan: '/flows/:brand/plan/:productId',
  books: '/books',
  outbox: '/outbox',
  mail: '/outbox/:mailId',
  texts: '/texts',
  postbacks: '/postbacks',
  providers: '/providers',
  work: '/background-work',
  audit: '/audit',
  people: '/people',
  account: '/account',
  invitation: '/invitation',
} as const;
export type PageName = keyof typeof pages;

/** The address of every page, below the console's own. No path is written anywhere else. */
export const paths = {
  ...pages,
  /** Leads back to `next` afterwards. */
  signIn: (next?: string) =>
    next === undefined ? pages.signIn : `${pages.signIn}?${new URLSearchParams({ next })}`,
  conversation: (brand: string, id: string) => `/conversations/${brand}/${id}`,
  hostReplies: (staffId: string) => `/board/hosts/${staffId}`,
  readAlong: (brand: string, conversationId: string) => `/board/${brand}/${conversationId}`,
  moderationCase: ({ brand, kind, id }: { brand: string; kind: string; id: string }) =>
    `/moderation/${brand}/${kind}/${id}`,
  brand: (brand: string, tab: string) => `/brands/${brand}/${tab}`,
  member: (brand: string, accountId: string) => `/members/${brand}/${accountId}`,
  newProfile: (brand: string) => `/profiles/${brand}/new`,
  hostTeams: (brand: string) => `/profiles/${brand}/teams`,
  photoOrigins: (brand: string) => `/profiles/${brand}/photo-origins`,
  profileImports: (brand: string) => `/profiles/${brand}/imports`,
  profileImport: (brand: string, importId: string) => `/profiles/${brand}/imports/${importId}`,
  profile: (brand: string, id: string) => `/profiles/${brand}/${id}`,
  /** Those that the hosts of a team answer for. */
  profilesOfTeam: (team: string) => `${pages.profiles}?${new URLSearchParams({ team })}`,
  findPayments: (text: string) => `${pages.payments}?${new URLSearchParams({ text })}`,
  payment: (brand: string, orderId: string) => `/payments/${brand}/${orderId}`,
  ticket: ({ brand, id }: { brand: string; id: string }) => `/tickets/${brand}/${id}`,
  flow: (brand: string, flowId: string) => `/flows/${brand}/flow/${flowId}`,
  plan: (brand: string, productId: string) => `/flows/${brand}/plan/${productId}`,
  mail: (mailId: string) => `/outbox/${mailId}`,
  /** With what failed in a queue. */
  work: (queue?: string) =>
    queue === undefined ? pages.work : `${pages.work}?${new URLSearchParams({ queue })}`,
} as const;

/** Where a picture is served that came with a brand's file, at every hostname; an uploaded one says so itself. */
export function brandPictureAddress(picture: string): string {
  return `/brand-pictures/${picture}`;
}

/** Where the user wanted to go before signing in. Only places of our own count; anything else leads home. */
export function returnPath(next: string | null): string {
  const path = safePath(next);
  return path === undefined || path.startsWith(pages.signIn) ? paths.overview : path;
}
