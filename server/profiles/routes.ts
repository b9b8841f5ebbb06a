import * as contract from '../../contract/profile/own-profile.ts';
import { readPerson as readPersonEndpoint } from '../../contract/profile/people.ts';
import * as reviews from '../../contract/brand/reviews.ts';
import * as blocks from '../../contract/profile/safety.ts';
import { countRegion } from '../../contract/discovery/places.ts';
import { bind } from '../platform/http/bind.ts';
import { blockPerson, listBlocks, unblockPerson } from './blocks.ts';
import { countAvailable } from './count-available.ts';
import { makePhotoFirst, removePhoto } from './own-photos.ts';
import { readOwnSettings, saveOwnSettings } from './own-settings.ts';
import { readOwnProfile } from './read-own-profile.ts';
import { readPerson } from './read-person.ts';
import { listReviews, readOwnReview, removeOwnReview, saveOwnReview } from './reviews.ts';
import { saveOwnProfile } from './save-own-profile.ts';
import { uploadPhoto } from './upload-photo.ts';

export const profileRoutes = [
  bind(countRegion, countAvailable),
  bind(readPersonEndpoint, readPerson),
  bind(contract.readOwnProfile, readOwnProfile),
  bind(contract.saveOwnProfile, saveOwnProfile),
  bind(contract.uploadPhoto, uploadPhoto),
  bind(contract.removePhoto, removePhoto),
  bind(contract.makePhotoFirst, makePhotoFirst),
  bind(contract.readOwnSettings, readOwnSettings),
  bind(contract.saveOwnSettings, saveOwnSettings),
  bind(blocks.blockPerson, blockPerson),
  bind(blocks.unblockPerson, unblockPerson),
  bind(blocks.listBlocks, listBlocks),
  bind(reviews.listReviews, listReviews),
  bind(reviews.readOwnReview, readOwnReview),
  bind(reviews.saveOwnReview, saveOwnReview),
  bind(reviews.removeOwnReview, removeOwnReview),
];
