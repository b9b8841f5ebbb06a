import { Flag, LayoutDashboard, ListChecks, Mail, ScrollText } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { StaffMember } from '../../../contract/staff/staff.ts';

type Role = StaffMember['role'];

interface Section {
  path: string;
  word: 'section.overview' | 'section.reports' | 'section.outbox' | 'section.jobs' | 'section.audit';
  icon: LucideIcon;
  roles: readonly Role[];
}

const sections: readonly Section[] = [
  { path: '/', word: 'section.overview', icon: LayoutDashboard, roles: ['host', 'moderator', 'operator'] },
  { path: '/reports', word: 'section.reports', icon: Flag, roles: ['moderator', 'operator'] },
  { path: '/outbox', word: 'section.outbox', icon: Mail, roles: ['operator'] },
  { path: '/jobs', word: 'section.jobs', icon: ListChecks, roles: ['operator'] },
  { path: '/audit', word: 'section.audit', icon: ScrollText, roles: ['operator'] },
];

/** What somebody may open. The server decides; this only keeps closed doors off the wall. */
export function sectionsOf(role: Role): readonly Section[] {
  return sections.filter(({ roles }) => roles.includes(role));
}
