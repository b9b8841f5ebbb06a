import type { i18n } from 'i18next';
import {
  CalendarClock,
  CreditCard,
  Headset,
  LayoutDashboard,
  Landmark,
  ListChecks,
  Mail,
  Medal,
  Megaphone,
  MessageSquareQuote,
  MessagesSquare,
  Plug,
  Scale,
  ScrollText,
  TextQuote,
  Ticket,
  UserSearch,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { DeadJobsBadge } from '#console/features/jobs/use-jobs.tsx';
import type { Namespace } from '#console/shell/i18next.d.ts';
import type { RouteHandle } from '#console/shell/page.tsx';
import type { PageName } from '#console/shell/paths.ts';
import { WaitingCases, WaitingConversations, WaitingTickets } from '#console/shell/waiting-badge.tsx';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';

/** Everything about a page but its address, which stands in shell/paths.ts. */
export interface Route extends RouteHandle {
  /** Fetches the code of the page, a file of its own. */
  screen: () => Promise<ComponentType>;
  /** The namespaces of texts it needs, besides the shell's. */
  texts?: readonly Namespace[];
  /** What one must be allowed to do to open it. The server decides; here it keeps closed doors off the wall. */
  right: StaffRight | readonly StaffRight[] | 'signed_in' | 'visitor';
  /** Its place in the menu, in the order of this table. */
  menu?: { icon: LucideIcon; Badge?: ComponentType };
  /** Opens inside another page, which goes on showing beside it. */
  within?: PageName;
}

export const routes: Record<PageName, Route> = {
  signIn: {
    title: 'signIn.title',
    screen: async () => (await import('#console/features/sign-in/sign-in.tsx')).SignIn,
    right: 'visitor',
  },
  overview: {
    title: 'section.overview',
    screen: async () => (await import('#console/features/overview/overview.tsx')).Overview,
    texts: ['overview', 'moderation'],
    right: 'signed_in',
    menu: { icon: LayoutDashboard },
  },
  conversations: {
    title: 'section.conversations',
    screen: async () => (await import('#console/features/conversations/conversations.tsx')).Conversations,
    texts: ['conversations', 'composer'],
    right: 'conversations.answer',
    menu: { icon: MessagesSquare, Badge: WaitingConversations },
  },
  conversation: {
    title: 'section.conversations',
    screen: async () => (await import('#console/features/conversations/conversation.tsx')).Conversation,
    texts: ['conversations', 'composer'],
    right: 'conversations.answer',
    within: 'conversations',
  },
  ownWork: {
    title: 'section.ownWork',
    screen: async () => (await import('#console/features/board/host-replies.tsx')).OwnWork,
    texts: ['board'],
    right: 'conversations.answer',
    menu: { icon: Medal },
  },
  board: {
    title: 'section.board',
    screen: async () => (await import('#console/features/board/board.tsx')).Board,
    texts: ['board'],
    right: 'conversations.supervise',
    menu: { icon: Headset },
  },
  hostReplies: {
    title: 'section.hostReplies',
    screen: async () => (await import('#console/features/board/host-replies.tsx')).HostReplies,
    texts: ['board'],
    right: 'conversations.supervise',
  },
  readAlong: {
    title: 'section.readAlong',
    screen: async () => (await import('#console/features/board/read-along.tsx')).ReadAlong,
    texts: ['board'],
    right: 'conversations.supervise',
  },
  shifts: {
    title: 'section.shifts',
    screen: async () => (await import('#console/features/board/shifts.tsx')).Shifts,
    texts: ['board'],
    right: 'conversations.supervise',
    menu: { icon: CalendarClock },
  },
  snippets: {
    title: 'section.snippets',
    screen: async () => (await import('#console/features/snippets/snippets.tsx')).Snippets,
    texts: ['snippets'],
    right: ['conversations.answer', 'tickets.answer'],
    menu: { icon: TextQuote },
  },
  moderation: {
    title: 'section.moderation',
    screen: async () => (await import('#console/features/moderation/moderation.tsx')).Moderation,
    texts: ['moderation'],
    right: 'moderation.decide',
    menu: { icon: Scale, Badge: WaitingCases },
  },
  moderationCase: {
    title: 'section.moderation',
    screen: async () => (await import('#console/features/moderation/case-pane.tsx')).CasePane,
    texts: ['moderation', 'sanctions'],
    right: 'moderation.decide',
    within: 'moderation',
  },
  members: {
    title: 'section.members',
    screen: async () => (await import('#console/features/members/members.tsx')).Members,
    texts: ['members'],
    right: 'members.read',
    menu: { icon: UserSearch },
  },
  member: {
    title: 'section.members',
    screen: async () => (await import('#console/features/members/member.tsx')).Member,
    texts: ['members', 'sanctions', 'tickets', 'payments'],
    right: 'members.read',
  },
  payments: {
    title: 'section.payments',
    screen: async () => (await import('#console/features/payments/payments.tsx')).Payments,
    texts: ['payments'],
    right: 'payments.timeline',
    menu: { icon: CreditCard },
  },
  payment: {
    title: 'section.payments',
    screen: async () => (await import('#console/features/payments/payment.tsx')).Payment,
    texts: ['payments'],
    right: 'payments.timeline',
  },
  tickets: {
    title: 'section.tickets',
    screen: async () => (await import('#console/features/tickets/tickets.tsx')).Tickets,
    texts: ['tickets', 'composer'],
    right: 'tickets.answer',
    menu: { icon: Ticket, Badge: WaitingTickets },
  },
  ticket: {
    title: 'section.tickets',
    screen: async () => (await import('#console/features/tickets/ticket.tsx')).Ticket,
    texts: ['tickets', 'composer'],
    right: 'tickets.answer',
    within: 'tickets',
  },
  reviews: {
    title: 'section.reviews',
    screen: async () => (await import('#console/features/reviews/reviews.tsx')).Reviews,
    texts: ['reviews'],
    right: 'reviews.answer',
    menu: { icon: MessageSquareQuote },
  },
  books: {
    title: 'section.books',
    screen: async () => (await import('#console/features/books/books.tsx')).Books,
    texts: ['books'],
    right: 'payments.read',
    menu: { icon: Landmark },
  },
  outbox: {
    title: 'section.outbox',
    screen: async () => (await import('#console/features/outbox/outbox.tsx')).Outbox,
    texts: ['outbox'],
    right: 'mails.read',
    menu: { icon: Mail },
  },
  mail: {
    title: 'section.outbox',
    screen: async () => (await import('#console/features/outbox/mail.tsx')).Mail,
    texts: ['outbox'],
    right: 'mails.read',
    within: 'outbox',
  },
  postbacks: {
    title: 'section.postbacks',
    screen: async () => (await import('#console/features/postbacks/postbacks.tsx')).Postbacks,
    texts: ['postbacks'],
    right: 'postbacks.read',
    menu: { icon: Megaphone },
  },
  providers: {
    title: 'section.providers',
    screen: async () => (await import('#console/features/providers/providers.tsx')).Providers,
    texts: ['providers'],
    right: 'payments.read',
    menu: { icon: Plug },
  },
  jobs: {
    title: 'section.jobs',
    screen: async () => (await import('#console/features/jobs/jobs.tsx')).Jobs,
    texts: ['jobs'],
    right: 'jobs.manage',
    menu: { icon: ListChecks, Badge: DeadJobsBadge },
  },
  audit: {
    title: 'section.audit',
    screen: async () => (await import('#console/features/audit/audit.tsx')).Audit,
    texts: ['audit'],
    right: 'audit.read',
    menu: { icon: ScrollText },
  },
  people: {
    title: 'section.people',
    screen: async () => (await import('#console/features/people/people.tsx')).People,
    texts: ['people'],
    right: 'staff.manage',
    menu: { icon: Users },
  },
  account: {
    title: 'section.account',
    screen: async () => (await import('#console/features/account/account.tsx')).Account,
    texts: ['account'],
    right: 'signed_in',
  },
  invitation: {
    title: 'invitation.page',
    screen: async () => (await import('#console/features/sign-in/invitation.tsx')).Invitation,
    right: 'visitor',
  },
};

export const pageNames = Object.keys(routes) as PageName[];

/** A page is open to who has its right at one brand at least; it shows what is of those brands. */
export function mayOpen({ right }: Route, me: StaffMember): boolean {
  if (right === 'visitor' || right === 'signed_in') return right === 'signed_in';
  const rights: readonly StaffRight[] = typeof right === 'string' ? [right] : right;
  return rights.some((one) => hasRightSomewhere(me, one));
}

/** The code and the words of a page. */
export async function loadPage(route: Route, texts: i18n): Promise<ComponentType> {
  const { screen, texts: namespaces = [] } = route;
  const [Component] = await Promise.all([screen(), texts.loadNamespaces([...namespaces])]);
  return Component;
}

/** Loads the user's other pages while nothing else is to be done, so that they open at once, even without a network. */
export async function preloadPages(me: StaffMember, texts: i18n): Promise<void> {
  const allowed = Object.values(routes).filter((route) => mayOpen(route, me));
  await Promise.allSettled(allowed.map((route) => loadPage(route, texts)));
}
