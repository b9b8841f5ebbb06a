/** What people behind the console may do. The server, the console's menus and the tests read this table and no other. */

export const staffRoles = [
  'owner',
  'brand_manager',
  'host',
  'moderator',
  'support',
  'finance',
  'analyst',
] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The roles of a person at a brand. Only an owner is one for the whole platform. */
export const brandRoles = staffRoles.filter((role) => role !== 'owner');
export type BrandRole = (typeof brandRoles)[number];

/** Who has each right besides the owner, who has them all. */
const holders = {
  /** Take conversations of staff profiles and answer in them. */
  'conversations.answer': ['host'],
  /** The live board, reading along, quality marks and shifts. */
  'conversations.supervise': ['brand_manager'],
  /** Profiles, photos, reviews and reports that wait for a verdict. */
  'moderation.decide': ['moderator'],
  /** How long moderation waits and how much of it there is. */
  'moderation.figures': ['moderator', 'brand_manager', 'analyst'],
  /** Find a member and read the history of the account. */
  'members.read': ['moderator', 'support', 'finance'],
  /** A member's e-mail address, devices and network addresses. */
  'members.contact': ['support', 'finance'],
  /** Disable and enable an account, end its sessions. */
  'members.disable': ['moderator', 'support'],
  /** Warn, hide, mute, suspend or close for breaking the rules, and lift that. */
  'members.sanction': ['moderator'],
  /** Export or erase an account on behalf of its owner. */
  'members.privacy': ['support'],
  /** Give or take credits. */
  'members.credits': ['finance'],
  /** What people write to support, and the answers. */
  'tickets.answer': ['brand_manager', 'support'],
  /** What the brand says to members' reviews, in public. */
  'reviews.answer': ['brand_manager', 'support'],
  /** Find one payment and read its history. */
  'payments.timeline': ['support', 'finance'],
  /** All payments of a brand, and how they agree with the processors. */
  'payments.read': ['finance'],
  'payments.refund': ['finance'],
  /** Say why something in the books may stay as it is, and bring in bank statements. */
  'books.close': ['finance'],
  /** Turn a payment provider off and on. */
  'payments.switch': ['finance'],
  /** Keep a member from paying. */
  'payments.block': ['finance'],
  /** Make, change and end the profiles that hosts or a companion answer for, and the teams of hosts. */
  'profiles.manage': ['brand_manager'],
  /** Which staff profiles flows keep for those who have paid. */
  'profiles.reserve': ['brand_manager'],
  /** What was reported to networks of the members whom they sent. */
  'postbacks.read': ['brand_manager'],
  /** Drafts, publications and versions of a brand's settings. */
  'brands.edit': ['brand_manager'],
  /** The same of its flows and plans. */
  'flows.edit': ['brand_manager'],
  /** Make a brand. */
  'brands.make': [],
  'brands.figures': ['brand_manager', 'finance', 'analyst'],
  /** Invite people for the own brands, change what they are there, let them go. */
  'staff.manage': ['brand_manager'],
  /** Mails of the outbox, which hold addresses and what was written to people. Their links are made when they are sent. */
  'mails.read': ['support'],
  'work.manage': [],
  'audit.read': ['brand_manager'],
} as const satisfies Record<string, readonly Exclude<StaffRole, 'owner'>[]>;

export type StaffRight = keyof typeof holders;
export const staffRights = Object.keys(holders) as readonly StaffRight[];

export function hasRight(role: StaffRole, right: StaffRight): boolean {
  return role === 'owner' || (holders[right] as readonly StaffRole[]).includes(role);
}

/** A person of the staff: at which brands, and as what at each. An owner is one at all of them. */
interface AtBrands {
  isOwner: boolean;
  brands: readonly { key: string; role: StaffRole }[];
}

export function hasRightAt({ isOwner, brands }: AtBrands, brand: string, right: StaffRight): boolean {
  return isOwner || brands.some(({ key, role }) => key === brand && hasRight(role, right));
}

/** At one brand at least. */
export function hasRightSomewhere({ isOwner, brands }: AtBrands, right: StaffRight): boolean {
  return isOwner || brands.some(({ role }) => hasRight(role, right));
}

/** At every brand that there is, as what belongs to all of them asks for. */
export function hasRightEverywhere(
  { isOwner, brands, worksEverywhere }: AtBrands & { worksEverywhere: boolean },
  right: StaffRight,
): boolean {
  return isOwner || (worksEverywhere && brands.every(({ role }) => hasRight(role, right)));
}

/** Those of a person's brands at which they have one of the rights. */
export function brandsWithRight<B extends { role: StaffRole }>(
  brands: readonly B[],
  ...rights: readonly StaffRight[]
): B[] {
  return brands.filter(({ role }) => rights.some((right) => hasRight(role, right)));
}

/** Rights that neither show a member nor change anything: figures alone. A new right is not among them unless it is said here. */
const harmless: ReadonlySet<StaffRight> = new Set(['moderation.figures', 'brands.figures']);

/** Whether a role is for reading figures and nothing else. */
export function readsFiguresAlone(role: StaffRole): boolean {
  return !staffRights.some((right) => hasRight(role, right) && !harmless.has(right));
}

/** A person who sees members, or decides over money, brands or other people, signs in with a second factor. */
export function needsSecondFactor(role: StaffRole): boolean {
  return !readsFiguresAlone(role);
}

/** Rights over other people's rights, and over money. */
const ownersToGive: readonly StaffRight[] = ['staff.manage', 'payments.read'];

/** Which roles a person may give to others. Only an owner makes people who manage or who see money. */
export function mayGive(role: StaffRole, given: StaffRole): boolean {
  if (role === 'owner') return true;
  return hasRight(role, 'staff.manage') && !ownersToGive.some((right) => hasRight(given, right));
}
