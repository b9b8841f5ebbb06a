import type { ChatPhoto, Message, MessageWarning, QuotedMessage } from '#contract/chat/messages.ts';
import { PREVIEW_MAX_LETTERS, QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';

export interface MessageRow {
  id: string;
  number: number;
  from_id: string;
  body: string;
  at: Date;
  ready_made: boolean;
  invitation: boolean;
  /** As it is when the message is read. */
  phone_covered: boolean;
  free: boolean;
  warning: MessageWarning | null;
  photo: ChatPhoto | null;
  quoted: QuotedRow | null;
}

/** The message that another one answers. */
export interface QuotedRow {
  number: number;
  from_id: string;
  body: string;
  has_photo: boolean;
  phone_covered: boolean;
  free: boolean;
  hidden_from_sender: boolean;
  hidden_from_receiver: boolean;
}

/** The reader that a message is described to, and how far both participants have come. */
export interface Reader {
  profileId: string;
  otherId: string;
  ownName: string;
  otherName: string;
  /** In a conversation that the reader pays for, the words of the other one may be withheld (`words_withheld`). */
  blurs: boolean;
  /** How far the other one has received and read. */
  deliveredTo: number;
  readTo: number;
  ownReadTo: number;
}

/** What a message has where nothing special is to be said of it. */
export const plainMessage = {
  number: 0,
  text: '',
  blurred: null,
  read: true,
  delivered: true,
  notice: null,
  readyMade: false,
  icebreaker: false,
  invitation: false,
  photo: null,
  phoneCovered: false,
  warning: null,
} as const satisfies Partial<Message>;

/** A message as its reader may see it. */
export function describeMessage(row: MessageRow, reader: Reader): Message {
  const own = row.from_id === reader.profileId;
  const seen = own || !row.phone_covered ? row.body : coverPhones(row.body);
  const blurred = !own && reader.blurs && !row.free;
  return {
    id: row.id,
    number: row.number,
    profileId: reader.otherId,
    type: own ? 'own' : 'theirs',
    text: blurred ? '' : seen,
    blurred: blurred ? blurText(seen, row.id) : null,
    name: own ? reader.ownName : reader.otherName,
    at: row.at.getTime(),
    read: row.number <= (own ? reader.readTo : reader.ownReadTo),
    delivered: !own || row.number <= reader.deliveredTo,
    notice: null,
    readyMade: row.ready_made,
    icebreaker: row.number === 1,
    invitation: row.invitation,
    photo: photoFor(row, own, blurred),
    phoneCovered: row.phone_covered && own,
    // Nothing is said of withheld words.
    warning: own || blurred ? null : row.warning,
    // Nor of what they answer.
    ...(row.quoted && !blurred && { quoted: describeQuoted(row.quoted, reader) }),
  };
}

/** The words of the other one that are withheld from the reader are so in a quotation too. */
function describeQuoted(row: QuotedRow, { profileId, blurs }: Reader): QuotedMessage {
  const own = row.from_id === profileId;
  const gone = own ? row.hidden_from_sender : row.hidden_from_receiver;
  const withheld = !own && blurs && !row.free;
  const seen = own || !row.phone_covered ? row.body : coverPhones(row.body);
  return {
    number: row.number,
    own,
    text: gone || withheld ? '' : previewOf(seen, QUOTE_MAX_LETTERS),
    attachment: row.has_photo && !gone ? 'photo' : null,
    withheld: withheld && !gone,
    gone,
  };
}

/** The other one learns that there is a photo, and sees it once it was checked; blurred, not even its colours. */
function photoFor({ photo }: MessageRow, own: boolean, blurred: boolean): ChatPhoto | null {
  if (!photo || own) return photo;
  return blurred || photo.status !== 'approved' ? { ...photo, thumbhash: null } : photo;
}

const LETTERS = 'abcdefghilmnopqrstuvz';
const DIGITS = '0123456789';
const COVER = '•';

/** What stands for a sign: letters and digits for their like, a dot for other signs, anything else for itself. */
type Kind = 'lower' | 'upper' | 'digit' | 'sign' | 'other';

/** Most of what people write, looked up instead of asked. */
const plain: Kind[] = Array.from({ length: 128 }, (_, code) => kindOf(String.fromCharCode(code)));

/**
 * A text of the same shape with every letter and digit replaced: what a member sees who has to pay for the words. The
 * key is the message's id, so that it looks the same each time; nothing of the words goes into the choice of letters.
 */
export function blurText(text: string, key: string): string {
  const next = numbersFrom(key);
  let blurred = '';
  for (const sign of text) {
    switch (plain[sign.codePointAt(0) ?? 0] ?? kindOf(sign)) {
      case 'lower':
        blurred += LETTERS.charAt(next() % LETTERS.length);
        break;
      case 'upper':
        blurred += LETTERS.charAt(next() % LETTERS.length).toUpperCase();
        break;
      case 'digit':
        blurred += DIGITS.charAt(next() % DIGITS.length);
        break;
      case 'sign':
        blurred += COVER;
        break;
      case 'other':
        blurred += sign;
    }
  }
  return blurred;
}

function kindOf(sign: string): Kind {
  if (/\p{N}/u.test(sign)) return 'digit';
  if (/\p{Lu}/u.test(sign)) return 'upper';
  if (/\p{L}/u.test(sign)) return 'lower';
  return /\p{S}|\p{Extended_Pictographic}/u.test(sign) ? 'sign' : 'other';
}

/** The same numbers for the same key, one after the other. They hide nothing: they only have to differ. */
function numbersFrom(key: string): () => number {
  let state = 0;
  for (let place = 0; place < key.length; place += 1)
    state = Math.imul(state ^ key.charCodeAt(place), 0x01000193);
  return () => {
    state = (Math.imul(state, 0x19660d) + 0x3c6ef35f) | 0;
    return state >>> 16;
  };
}

/** The beginning of a message on one line, as long as a list of conversations needs it. No sign is cut in half. */
export function previewOf(text: string, most = PREVIEW_MAX_LETTERS): string {
  const line = text
    .slice(0, most * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
