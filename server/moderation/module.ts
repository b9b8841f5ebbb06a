/** Everything that moderation adds to the program. */

import * as appeals from '#contract/moderation/appeals.ts';
import * as contract from '#contract/moderation/moderation.ts';
import * as verification from '#contract/moderation/photo-verification.ts';
import * as reports from '#contract/moderation/reports.ts';
import * as sanctions from '#contract/moderation/sanctions.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import { cronJob, handle } from '#server/platform/jobs/jobs.ts';
import type { Module } from '#server/platform/module.ts';
import { approveAutomaticallyJob } from '#server/profiles/profile-moderation.ts';
import { saveCompanionReportJob } from '#server/safety/report-member.ts';
import { answerAppeal, readAppeal } from './appeal-answers.ts';
import {
  appealByLink,
  appealDecision,
  deleteRefusedPhotos,
  listOwnDecisions,
  readLinkedSanction,
} from './appeals.ts';
import { releaseDueCases, releaseDueCasesJob } from './case-releases.ts';
import { announceVerdict, announceVerdictJob, approveAutomatically } from './decide.ts';
import { readFigures } from './figures.ts';
import {
  admitVerification,
  decideVerification,
  readVerification,
  readVerificationCase,
  sendVerification,
  startVerification,
  verificationJobs,
} from './photo-verification.ts';
import { trimBannedPictures } from './picture-hashes.ts';
import { claimCase, listCases, nextCase, releaseCase } from './queue.ts';
import { deleteOldReports, listOwnReports, reportPerson, saveCompanionReport } from './reports.ts';
import { assessCase, assessCaseJob } from './risk.ts';
import { endDueSanctions, imposeSanction, liftSanction, listSanctions } from './sanctions.ts';
import { carryOutVerdict, giveVerdicts, undoVerdicts, carryOutVerdictJob } from './verdicts.ts';

export const moderation = {
  name: 'moderation',
  routes: [
    bind(contract.listCases, listCases),
    bind(contract.nextCase, nextCase),
    bind(contract.claimCase, claimCase),
    bind(contract.releaseCase, releaseCase),
    bind(contract.giveVerdicts, giveVerdicts),
    bind(contract.undoVerdicts, undoVerdicts),
    bind(contract.moderationFigures, readFigures),
    bind(reports.reportPerson, reportPerson),
    bind(reports.listOwnReports, listOwnReports),
    bind(appeals.listOwnDecisions, listOwnDecisions),
    bind(appeals.appealDecision, appealDecision),
    bind(appeals.readLinkedSanction, readLinkedSanction),
    bind(appeals.appealByLink, appealByLink),
    bind(appeals.readAppeal, readAppeal),
    bind(appeals.answerAppeal, answerAppeal),
    bind(sanctions.listSanctions, listSanctions),
    bind(sanctions.imposeSanction, imposeSanction),
    bind(sanctions.liftSanction, liftSanction),
    bind(verification.readVerification, readVerification),
    bind(verification.startVerification, startVerification),
    bind(verification.sendVerification, sendVerification, { beforeUpload: admitVerification }),
    bind(verification.readVerificationCase, readVerificationCase),
    bind(verification.decideVerification, decideVerification),
  ],
  jobs: [
    handle(approveAutomaticallyJob, approveAutomatically),
    handle(saveCompanionReportJob, saveCompanionReport),
    handle(assessCaseJob, assessCase),
    handle(carryOutVerdictJob, carryOutVerdict),
    handle(releaseDueCasesJob, releaseDueCases),
    handle(announceVerdictJob, announceVerdict),
    ...verificationJobs,
    cronJob('moderation', endDueSanctions, { match: '* * * * *', backfillMinutes: 60 }),
  ],
  async cleanUp(app: App) {
    await deleteRefusedPhotos(app);
    await trimBannedPictures(app);
    await deleteOldReports(app);
  },
} satisfies Module;
