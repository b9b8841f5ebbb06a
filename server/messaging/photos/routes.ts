import {
  readChatPhoto as readEndpoint,
  uploadChatPhoto as uploadEndpoint,
} from '../../../contract/chat/photos.ts';
import * as staff from '../../../contract/staff/chat.ts';
import { bind } from '../../platform/http/bind.ts';
import { readChatPhoto, readPhotoAsStaff } from './viewing.ts';
import { uploadChatPhoto } from './uploading.ts';

export const chatPhotoRoutes = [
  bind(uploadEndpoint, uploadChatPhoto),
  bind(readEndpoint, readChatPhoto),
  bind(staff.readStaffChatPhoto, readPhotoAsStaff),
];
