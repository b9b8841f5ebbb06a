import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

/** A page in gzip (RFC 1952) in which each visitor's nonce can be written. */
export interface PackedPage {
  bytes: Buffer;
  /** Where a nonce is to be written. */
  gaps: readonly number[];
  /** Where the checksum of the page goes, once its nonce is known. */
  checksumAt: number;
}

const deflate = promisify(deflateRaw);

/** No name, no date, packed as small as can be, on no system in particular. */
const HEAD = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff);
/** What no text in UTF-8 holds, so that nothing is packed as a copy of what stands in a gap. */
const NO_LETTER = 0xff;
/** How far back copies may reach. */
const WINDOW_BYTES = 32_768;
/** A flush ends with an empty stored block: its length, and the same with all bits turned. */
const LENGTH_BYTES = 4;
const TRAILER_BYTES = 8;

/**
 * A fast path: a page is packed once, and not for each visitor. The ordinary way is to leave it to `@fastify/compress`, which
 * packs each copy, as no two have the same nonce; that makes a page cost a browser's request eight times as much (decision 137).
 *
 * Each piece is packed by itself, with what precedes it as its dictionary, and flushed, so that it ends at a whole byte. The
 * empty stored block that a flush ends with becomes one as long as the nonce, which follows as it is.
 */
export async function packAround(pieces: readonly string[], gapLength: number): Promise<PackedPage> {
  const gap = Buffer.alloc(gapLength, NO_LETTER);
  const plain = Buffer.concat(
    pieces.flatMap((piece, index) => (index === 0 ? [Buffer.from(piece)] : [gap, Buffer.from(piece)])),
  );
  let end = -gapLength;
  const packed = await Promise.all(
    pieces.map((piece, index) => {
      const start = end + gapLength;
      end = start + Buffer.byteLength(piece);
      const isLast = index === pieces.length - 1;
      return deflate(plain.subarray(start, end), {
        level: constants.Z_BEST_COMPRESSION,
        finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
        ...(start > 0 && { dictionary: plain.subarray(Math.max(0, start - WINDOW_BYTES), start) }),
      });
    }),
  );
  const gaps: number[] = [];
  let length = HEAD.length;
  for (const part of packed.slice(0, -1)) {
    part.writeUInt16LE(gapLength, part.length - LENGTH_BYTES);
    part.writeUInt16LE(gapLength ^ 0xffff, part.length - LENGTH_BYTES / 2);
    gaps.push(length + part.length);
    length += part.length + gapLength;
  }
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(plain.length, TRAILER_BYTES / 2);
  const parts = packed.flatMap((part, index) => (index === 0 ? [part] : [gap, part]));
  const bytes = Buffer.concat([HEAD, ...parts, trailer]);
  return { bytes, gaps, checksumAt: bytes.length - TRAILER_BYTES };
}
