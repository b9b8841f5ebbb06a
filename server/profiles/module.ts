/** Everything that profiles add to the program. */

import * as safety from '#contract/account/safety.ts';
import * as reviews from '#contract/brand/reviews.ts';
import * as blocks from '#contract/profile/blocks.ts';
import * as contract from '#contract/profile/own-profile.ts';
import * as photos from '#contract/staff/house-photos.ts';
import * as house from '#contract/staff/house-profiles.ts';
import * as imports from '#contract/staff/profile-imports.ts';
import * as staff from '#contract/staff/profiles.ts';
import * as answers from '#contract/support/review-answers.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { blockPerson, listBlocks, unblockPerson } from './blocks.ts';
import { findHouseTowns, readHouseBasics } from './house/basics.ts';
import { duplicateHouseProfile } from './house/duplicate.ts';
import { changeHouseProfile, makeHouseProfile } from './house/edit.ts';
import { readHouseProfile } from './house/house-profile.ts';
import { listImports, readImport } from './house/import-progress.ts';
import { importQueue } from './house/import-queue.ts';
import * as houseImport from './house/import.ts';
import { listHouseProfiles } from './house/list.ts';
import * as housePhotos from './house/photos.ts';
import { changeHouseProfiles, retireHouseProfile, showHouseProfile } from './house/state.ts';
import { admitPhoto, movePhoto, removePhoto, uploadPhoto } from './own-photos.ts';
import { readOwnProfile, saveOwnProfile } from './own-profile.ts';
import { readOwnSettings, saveOwnSettings } from './own-settings.ts';
import { photoJobs } from './photos.ts';
import { listReserved, reserveProfile } from './reserved-profiles.ts';
import { answerReview, listPublicReviews } from './review-answers.ts';
import { listReviews, readOwnReview, removeOwnReview, saveOwnReview } from './reviews.ts';
import { endPause, pauseJobs, readSafety, saveSafety, startPause } from './safety.ts';

export const profiles = {
  name: 'profiles',
  routes: [
    bind(contract.readOwnProfile, readOwnProfile),
    bind(contract.saveOwnProfile, saveOwnProfile),
    bind(contract.uploadPhoto, uploadPhoto, { beforeUpload: admitPhoto }),
    bind(contract.removePhoto, removePhoto),
    bind(contract.movePhoto, movePhoto),
    bind(contract.readOwnSettings, readOwnSettings),
    bind(contract.saveOwnSettings, saveOwnSettings),
    bind(safety.readSafety, readSafety),
    bind(safety.saveSafety, saveSafety),
    bind(safety.startPause, startPause),
    bind(safety.endPause, endPause),
    bind(blocks.blockPerson, blockPerson),
    bind(blocks.unblockPerson, unblockPerson),
    bind(blocks.listBlocks, listBlocks),
    bind(reviews.listReviews, listReviews),
    bind(reviews.readOwnReview, readOwnReview),
    bind(reviews.saveOwnReview, saveOwnReview),
    bind(reviews.removeOwnReview, removeOwnReview),
    bind(answers.listPublicReviews, listPublicReviews),
    bind(answers.answerReview, answerReview),
    bind(staff.listReserved, listReserved),
    bind(staff.reserveProfile, reserveProfile),
    bind(house.listHouseProfiles, listHouseProfiles),
    bind(house.readHouseBasics, readHouseBasics),
    bind(house.findHouseTowns, findHouseTowns),
    bind(house.readHouseProfile, readHouseProfile),
    bind(house.makeHouseProfile, makeHouseProfile),
    bind(house.changeHouseProfile, changeHouseProfile),
    bind(house.showHouseProfile, showHouseProfile),
    bind(house.retireHouseProfile, retireHouseProfile),
    bind(house.duplicateHouseProfile, duplicateHouseProfile),
    bind(house.changeHouseProfiles, changeHouseProfiles),
    bind(photos.addHousePhoto, housePhotos.addHousePhoto, { beforeUpload: housePhotos.admitHousePhoto }),
    bind(photos.moveHousePhoto, housePhotos.moveHousePhoto),
    bind(photos.removeHousePhoto, housePhotos.removeHousePhoto),
    bind(photos.addOriginDocument, housePhotos.addOriginDocument, {
      beforeUpload: housePhotos.admitOriginDocument,
    }),
    bind(photos.readOriginDocument, housePhotos.readOriginDocument),
    bind(photos.listPhotoOrigins, housePhotos.listPhotoOrigins),
    bind(imports.openImport, houseImport.openImport),
    bind(imports.addImportRows, houseImport.addImportRows),
    bind(imports.addImportPicture, houseImport.addImportPicture, {
      beforeUpload: houseImport.admitImportPicture,
    }),
    bind(imports.readImport, readImport),
    bind(imports.listImports, listImports),
    bind(imports.runImport, houseImport.runImport),
    bind(imports.undoImport, houseImport.undoImport),
  ],
  jobs: [...photoJobs, ...pauseJobs],
  queues: [importQueue],
} satisfies Module;
