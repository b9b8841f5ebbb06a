import {
  CalendarClock,
  CreditCard,
  Headset,
  IdCard,
  LayoutDashboard,
  Landmark,
  ListChecks,
  Mail,
  Medal,
  Megaphone,
  MessageSquareQuote,
  MessagesSquare,
  Palette,
  PenLine,
  Plug,
  Scale,
  ScrollText,
  TextQuote,
  Ticket,
  UserSearch,
  Users,
  Waypoints,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { GivenUpBadge } from '#console/features/work/use-work.tsx';
import type { RouteHandle } from '#console/shell/page.tsx';
import type { PageName } from '#console/shell/paths.ts';
import { WaitingCases, WaitingConversations, WaitingTickets } from '#console/shell/waiting-badge.tsx';
import { hasRightAt, hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';

/** Everything about a page but its address, which stands in shell/paths.ts. */
export interface Route extends RouteHandle {
  /** Fetches the code of the page, a file of its own. */
  screen: () => Promise<ComponentType>;
  /** What one must be allowed to do to open it. The server decides; here it keeps closed doors off the wall. */
  right: StaffRight | readonly StaffRight[] | 'signed_in' | 'visitor';
  /** Its place in the menu: in this group, in the order of this table. */
  menu?: { group: MenuGroup; icon: LucideIcon; Badge?: ComponentType };
}

/** What a day at work consists of. A group without a page that one may open does not show. */
export const menuGroups = ['today', 'people', 'brand', 'money', 'decide', 'system'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export const routes: Record<PageName, Route> = {
  signIn: {
    title: 'signIn.title',
    screen: async () => (await import('#console/features/sign-in/sign-in.tsx')).SignIn,
    right: 'visitor',
  },
  overview: {
    title: 'overview:page.overview',
    screen: async () => (await import('#console/features/overview/overview.tsx')).Overview,
    right: 'signed_in',
    menu: { group: 'today', icon: LayoutDashboard },
  },
  conversations: {
    title: 'conversations:page.conversations',
    screen: async () => (await import('#console/features/conversations/conversations.tsx')).Conversations,
    right: 'conversations.answer',
    menu: { group: 'today', icon: MessagesSquare, Badge: WaitingConversations },
  },
  conversation: {
    title: 'conversations:page.conversations',
    screen: async () => (await import('#console/features/conversations/conversation.tsx')).Conversation,
    right: 'conversations.answer',
    within: 'conversations',
  },
  ownWork: {
    title: 'board:page.ownWork',
    screen: async () => (await import('#console/features/board/host-replies.tsx')).OwnWork,
    right: 'conversations.answer',
    menu: { group: 'today', icon: Medal },
  },
  board: {
    title: 'board:page.board',
    screen: async () => (await import('#console/features/board/board.tsx')).Board,
    right: 'conversations.supervise',
    menu: { group: 'people', icon: Headset },
  },
  hostReplies: {
    title: 'board:page.hostReplies',
    screen: async () => (await import('#console/features/board/host-replies.tsx')).HostReplies,
    right: 'conversations.supervise',
  },
  readAlong: {
    title: 'board:page.readAlong',
    screen: async () => (await import('#console/features/board/read-along.tsx')).ReadAlong,
    right: 'conversations.supervise',
  },
  shifts: {
    title: 'board:page.shifts',
    screen: async () => (await import('#console/features/board/shifts.tsx')).Shifts,
    right: 'conversations.supervise',
    menu: { group: 'people', icon: CalendarClock },
  },
  snippets: {
    title: 'snippets:page.snippets',
    screen: async () => (await import('#console/features/snippets/snippets.tsx')).Snippets,
    right: ['conversations.answer', 'tickets.answer'],
    menu: { group: 'today', icon: TextQuote },
  },
  moderation: {
    title: 'moderation:page.moderation',
    screen: async () => (await import('#console/features/moderation/moderation.tsx')).Moderation,
    right: 'moderation.decide',
    menu: { group: 'today', icon: Scale, Badge: WaitingCases },
  },
  moderationCase: {
    title: 'moderation:page.moderation',
    screen: async () => (await import('#console/features/moderation/case-pane.tsx')).CasePane,
    right: 'moderation.decide',
    within: 'moderation',
  },
  members: {
    title: 'members:page.members',
    screen: async () => (await import('#console/features/members/members.tsx')).Members,
    right: 'members.read',
    menu: { group: 'people', icon: UserSearch },
  },
  member: {
    title: 'members:page.members',
    screen: async () => (await import('#console/features/members/member.tsx')).Member,
    right: 'members.read',
  },
  profiles: {
    title: 'profiles:page.profiles',
    screen: async () => (await import('#console/features/profiles/profiles.tsx')).Profiles,
    right: 'profiles.manage',
    menu: { group: 'people', icon: IdCard },
  },
  newProfile: {
    title: 'profile:page.newProfile',
    screen: async () => (await import('#console/features/profiles/edit/new-profile.tsx')).NewProfile,
    right: 'profiles.manage',
  },
  hostTeams: {
    title: 'teams:page.hostTeams',
    screen: async () => (await import('#console/features/teams/teams.tsx')).Teams,
    right: 'profiles.manage',
  },
  photoOrigins: {
    title: 'profile:page.photoOrigins',
    screen: async () => (await import('#console/features/profiles/origins.tsx')).Origins,
    right: 'profiles.manage',
  },
  profileImports: {
    title: 'imports:page.profileImports',
    screen: async () => (await import('#console/features/profiles/import/imports.tsx')).Imports,
    right: 'profiles.manage',
  },
  profileImport: {
    title: 'imports:page.profileImports',
    screen: async () => (await import('#console/features/profiles/import/import.tsx')).Import,
    right: 'profiles.manage',
  },
  profile: {
    title: 'profile:page.profile',
    screen: async () => (await import('#console/features/profiles/edit/profile.tsx')).Profile,
    right: 'profiles.manage',
  },
  payments: {
    title: 'payments:page.payments',
    screen: async () => (await import('#console/features/payments/payments.tsx')).Payments,
    right: 'payments.timeline',
    menu: { group: 'money', icon: CreditCard },
  },
  payment: {
    title: 'payments:page.payments',
    screen: async () => (await import('#console/features/payments/payment.tsx')).Payment,
    right: 'payments.timeline',
  },
  tickets: {
    title: 'tickets:page.tickets',
    screen: async () => (await import('#console/features/tickets/tickets.tsx')).Tickets,
    right: 'tickets.answer',
    menu: { group: 'today', icon: Ticket, Badge: WaitingTickets },
  },
  ticket: {
    title: 'tickets:page.tickets',
    screen: async () => (await import('#console/features/tickets/ticket.tsx')).Ticket,
    right: 'tickets.answer',
    within: 'tickets',
  },
  brands: {
    title: 'brands:page.brands',
    screen: async () => (await import('#console/features/brands/brands.tsx')).Brands,
    right: 'brands.edit',
    menu: { group: 'brand', icon: Palette },
  },
  brand: {
    title: 'brands:page.brand',
    screen: async () => (await import('#console/features/brands/brand.tsx')).Brand,
    right: 'brands.edit',
  },
  reviews: {
    title: 'reviews:page.reviews',
    screen: async () => (await import('#console/features/reviews/reviews.tsx')).Reviews,
    right: 'reviews.answer',
    menu: { group: 'brand', icon: MessageSquareQuote },
  },
  flows: {
    title: 'flows:page.flows',
    screen: async () => (await import('#console/features/flows/flows.tsx')).Flows,
    right: 'flows.edit',
    menu: { group: 'brand', icon: Waypoints },
  },
  flow: {
    title: 'flows:page.flow',
    screen: async () => (await import('#console/features/flows/flow.tsx')).Flow,
    right: 'flows.edit',
  },
  plan: {
    title: 'flows:page.plan',
    screen: async () => (await import('#console/features/flows/plan.tsx')).Plan,
    right: 'flows.edit',
  },
  books: {
    title: 'books:page.books',
    screen: async () => (await import('#console/features/books/books.tsx')).Books,
    right: 'payments.read',
    menu: { group: 'money', icon: Landmark },
  },
  outbox: {
    title: 'outbox:page.outbox',
    screen: async () => (await import('#console/features/outbox/outbox.tsx')).Outbox,
    right: 'mails.read',
    menu: { group: 'system', icon: Mail },
  },
  mail: {
    title: 'outbox:page.outbox',
    screen: async () => (await import('#console/features/outbox/mail.tsx')).Mail,
    right: 'mails.read',
    within: 'outbox',
  },
  texts: {
    title: 'texts:page.texts',
    screen: async () => (await import('#console/features/texts/texts.tsx')).Texts,
    right: 'brands.edit',
    menu: { group: 'brand', icon: PenLine },
  },
  postbacks: {
    title: 'postbacks:page.postbacks',
    screen: async () => (await import('#console/features/postbacks/postbacks.tsx')).Postbacks,
    right: 'postbacks.read',
    menu: { group: 'brand', icon: Megaphone },
  },
  providers: {
    title: 'providers:page.providers',
    screen: async () => (await import('#console/features/providers/providers.tsx')).Providers,
    right: 'payments.read',
    menu: { group: 'money', icon: Plug },
  },
  work: {
    title: 'work:page.work',
    screen: async () => (await import('#console/features/work/work.tsx')).Work,
    right: 'work.manage',
    menu: { group: 'system', icon: ListChecks, Badge: GivenUpBadge },
  },
  audit: {
    title: 'audit:page.audit',
    screen: async () => (await import('#console/features/audit/audit.tsx')).Audit,
    right: 'audit.read',
    menu: { group: 'system', icon: ScrollText },
  },
  people: {
    title: 'people:page.people',
    screen: async () => (await import('#console/features/people/people.tsx')).People,
    right: 'staff.manage',
    menu: { group: 'system', icon: Users },
  },
  account: {
    title: 'account:page.account',
    screen: async () => (await import('#console/features/account/account.tsx')).Account,
    right: 'signed_in',
  },
  invitation: {
    title: 'invitation.page',
    screen: async () => (await import('#console/features/sign-in/invitation.tsx')).Invitation,
    right: 'visitor',
  },
};

export const pageNames = Object.keys(routes) as PageName[];

/** A page is open to who has its right at this brand, or at one at least; it shows what is of those brands. */
export function mayOpen({ right }: Route, me: StaffMember, brand?: string): boolean {
  if (right === 'visitor' || right === 'signed_in') return right === 'signed_in';
  const rights: readonly StaffRight[] = typeof right === 'string' ? [right] : right;
  return rights.some((one) =>
    brand === undefined ? hasRightSomewhere(me, one) : hasRightAt(me, brand, one),
  );
}

/** Loads the user's other pages while nothing else is to be done, so that they open at once, even without a network. */
export async function preloadPages(me: StaffMember): Promise<void> {
  const allowed = Object.values(routes).filter((route) => mayOpen(route, me));
  await Promise.allSettled(allowed.map(({ screen }) => screen()));
}
