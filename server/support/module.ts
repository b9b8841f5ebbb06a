/** What support adds to the program: finding members, acting for them, and answering what people write. */

import * as contract from '#contract/staff/members.ts';
import * as contact from '#contract/support/contact.ts';
import * as tickets from '#contract/support/tickets.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { cleanUpTickets } from './account-handlers.ts';
import { readContactChallenge } from './contact-proof.ts';
import * as writing from './contact.ts';
import { findMembers } from './find-members.ts';
import * as acts from './member-acts.ts';
import { listMemberNotifications } from './member-notifications.ts';
import { readMember } from './member-page.ts';
import * as answering from './tickets.ts';
import { readTimeline } from './timeline.ts';

export const support: Module = {
  name: 'support',
  routes: [
    bind(contract.findMembers, findMembers),
    bind(contract.readMember, readMember),
    bind(contract.readTimeline, readTimeline),
    bind(contract.listMemberNotifications, listMemberNotifications),
    bind(contract.disableMember, acts.disableMember),
    bind(contract.enableMember, acts.enableMember),
    bind(contract.endMemberSessions, acts.endMemberSessions),
    bind(contract.endMemberSession, acts.endMemberSession),
    bind(contract.exportMember, acts.exportMember),
    bind(contract.eraseMember, acts.eraseMember),
    bind(contract.adjustCredits, acts.adjustCredits),
    bind(contact.readContactChallenge, readContactChallenge),
    bind(contact.sendContact, writing.sendContact),
    bind(contact.sendOwnTicket, writing.sendOwnTicket),
    bind(contact.listOwnTickets, writing.listOwnTickets),
    bind(contact.readOwnTicket, writing.readOwnTicket),
    bind(contact.answerOwnTicket, writing.answerOwnTicket),
    bind(contact.readLinkedTicket, writing.readLinkedTicket),
    bind(contact.answerLinkedTicket, writing.answerLinkedTicket),
    bind(tickets.listTickets, answering.listTickets),
    bind(tickets.countTickets, answering.countTickets),
    bind(tickets.readTicket, answering.readTicket),
    bind(tickets.answerTicket, answering.answerTicket),
    bind(tickets.startAnswer, answering.startAnswer),
    bind(tickets.assignTicket, answering.assignTicket),
    bind(tickets.closeTicket, answering.closeTicket),
  ],
  cleanUp: cleanUpTickets,
};
