import { uploadPicture as uploadPictureEndpoint } from '#contract/staff/brand-making.ts';
import { readHome as readHomeEndpoint } from '#contract/staff/home.ts';
import * as peopleContract from '#contract/staff/people.ts';
import * as signingIn from '#contract/staff/sign-in.ts';
import * as contract from '#contract/staff/staff.ts';
import { readWaiting as readWaitingEndpoint } from '#contract/staff/waiting.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { discardWork, listFailedWork, readWork, retryWork } from './background-work.ts';
import { admitPicture, uploadPicture } from './brand-pictures.ts';
import { listAudit, listBrands, listMails, readMail } from './console-reads.ts';
import { deleteExpiredSessions, signIn, signOut, whoAmI } from './console-sessions.ts';
import { readHome } from './home.ts';
import * as invitations from './invitations.ts';
import * as own from './own-account.ts';
import * as people from './people.ts';
import * as factor from './second-factor.ts';
import { readWaiting } from './waiting.ts';

export const staff: Module = {
  name: 'staff',
  cleanUp: deleteExpiredSessions,
  routes: [
    bind(signingIn.staffSignIn, signIn),
    bind(signingIn.staffMe, whoAmI),
    bind(signingIn.staffSignOut, signOut),
    bind(signingIn.showTotp, factor.showTotp),
    bind(signingIn.startShowingPasskey, factor.startShowingPasskey),
    bind(signingIn.showPasskey, factor.showPasskey),
    bind(signingIn.startTotp, factor.startTotp),
    bind(signingIn.addTotp, factor.addTotp),
    bind(signingIn.removeTotp, factor.removeTotp),
    bind(signingIn.listStaffPasskeys, factor.listPasskeys),
    bind(signingIn.startStaffPasskey, factor.startPasskey),
    bind(signingIn.addStaffPasskey, factor.addPasskey),
    bind(signingIn.removeStaffPasskey, factor.removePasskey),
    bind(signingIn.changeStaffPassword, own.changePassword),
    bind(signingIn.setStaffLanguage, own.setLanguage),
    bind(signingIn.listStaffSessions, own.listSessions),
    bind(signingIn.endStaffSession, own.endSession),
    bind(signingIn.readInvitation, invitations.readInvitation),
    bind(signingIn.acceptInvitation, invitations.acceptInvitation),
    bind(peopleContract.listPeople, people.listPeople),
    bind(peopleContract.invitePerson, invitations.invitePerson),
    bind(peopleContract.changePerson, people.changePerson),
    bind(peopleContract.inviteAgain, invitations.inviteAgain),
    bind(peopleContract.resetFactors, people.resetFactors),
    bind(peopleContract.dismissPerson, people.dismissPerson),
    bind(uploadPictureEndpoint, uploadPicture, { beforeUpload: admitPicture }),
    bind(contract.listMails, listMails),
    bind(contract.readMail, readMail),
    bind(contract.readWork, readWork),
    bind(contract.listFailedWork, listFailedWork),
    bind(contract.retryWork, retryWork),
    bind(contract.discardWork, discardWork),
    bind(contract.listAudit, listAudit),
    bind(contract.listBrands, listBrands),
    bind(readWaitingEndpoint, readWaiting),
    bind(readHomeEndpoint, readHome),
  ],
};
