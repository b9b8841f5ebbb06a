/** Files that come as multipart: who may send one now, and reading it. */

import type { FastifyRequest } from 'fastify';
import type { UploadedField } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { Platform, SiteContext } from '../platform.ts';

/**
 * A file is held in memory until it is stored, so only so many are read at the same time: of all, and of one person. The
 * bodies of those who wait stay where they are, in the browsers and the network.
 */
export function createUploadQueue() {
  return createFairQueue({
    concurrency: 16,
    concurrencyPerOwner: 2,
    maxWaiting: 64,
    maxWaitingPerOwner: 8,
    ownerRetrySeconds: RETRY_SECONDS,
  });
}

const RETRY_SECONDS = 3;
/** What a form is longer than the file in it. */
const FORM_BYTES = 16 * 1024;

interface Upload {
  upload: UploadedField;
  request: FastifyRequest;
  context: SiteContext;
}

type Read = () => Promise<Record<string, Blob>>;

/**
 * Does the work when there is room for another file, and reads that when the work asks for it: until then not a byte
 * was taken, so a browser that is asked to come back sends the same again.
 */
export async function takeUpload<T>(
  { uploadQueue }: Platform,
  { upload, request, context }: Upload,
  work: (read: Read) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) fail('request.media_type');
  if (Number(request.headers['content-length'] ?? 0) > upload.maxBytes + FORM_BYTES)
    fail(upload.tooLarge as 'photo.too_large');
  let begun = false;
  try {
    return await uploadQueue(ownerOf(context), () => {
      begun = true;
      return work(() => readFile(upload, request));
    });
  } catch (error) {
    const isRefused = !begun && error instanceof Failure;
    throw isRefused ? new Failure('upload.busy', { retryAfter: RETRY_SECONDS }) : error;
  }
}

function ownerOf(context: SiteContext): string {
  const { accountId, staffId } = context as { accountId?: string; staffId?: string };
  return accountId ?? staffId ?? context.ip;
}

/** Reads the one file of the form. Whatever is wrong with a form is its sender's fault. */
async function readFile(upload: UploadedField, request: FastifyRequest): Promise<Record<string, Blob>> {
  const refuse = (problem: string) => fail('request.malformed', { issues: [{ path: upload.wire, problem }] });
  // A client that has gone while it waited sends nothing more, and no event would say so.
  if (request.raw.socket.destroyed) return refuse('cannot be read');
  const limits = { fileSize: upload.maxBytes, files: 1, fields: 10, parts: 11 };
  const part = await request.file({ limits }).catch(() => refuse('cannot be read'));
  if (part?.fieldname !== upload.wire) return refuse('is missing');
  const content = await part
    .toBuffer()
    .catch(() =>
      part.file.truncated ? fail(upload.tooLarge as 'photo.too_large') : refuse('cannot be read'),
    );
  return { [upload.name]: new Blob([new Uint8Array(content)], { type: part.mimetype }) };
}
