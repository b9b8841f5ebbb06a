import { PHOTO_MAX_BYTES, PHOTO_TYPES } from '#contract/kernel/constants.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';

/** Why a file can't become a photo, if it can't. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): ErrorCode | null {
  if (!PHOTO_TYPES.some((allowed) => allowed === type)) return 'photo.not_image';
  return size > PHOTO_MAX_BYTES ? 'photo.too_large' : null;
}

/** The file that was dropped or pasted, whatever it is; null where there is none. */
export function fileIn(data: DataTransfer | null): File | null {
  return data?.files[0] ?? null;
}

/** Long enough for the browser to have begun. */
const FORGET_AFTER_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), FORGET_AFTER_MS);
}
