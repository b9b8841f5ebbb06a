/** What support adds to the program: finding members, reading about them, and acting for them. */

import * as contract from '../../contract/staff/members.ts';
import { bind } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';
import { findMembers } from './find-members.ts';
import * as acts from './member-acts.ts';
import { readMember } from './member-page.ts';
import { readTimeline } from './timeline.ts';

export const support: Module = {
  name: 'support',
  routes: [
    bind(contract.findMembers, findMembers),
    bind(contract.readMember, readMember),
    bind(contract.readTimeline, readTimeline),
    bind(contract.disableMember, acts.disableMember),
    bind(contract.enableMember, acts.enableMember),
    bind(contract.endMemberSessions, acts.endMemberSessions),
    bind(contract.endMemberSession, acts.endMemberSession),
    bind(contract.exportMember, acts.exportMember),
    bind(contract.eraseMember, acts.eraseMember),
    bind(contract.adjustCredits, acts.adjustCredits),
  ],
};
