import type { ChatPhoto, Message } from '../../contract/chat/messages.ts';
import { blurText } from './blur-text.ts';
import { coverPhones } from './cover-phones.ts';

export interface MessageRow {
  id: string;
  number: number;
  from_id: string;
  body: string;
  at: Date;
  ready_made: boolean;
  invitation: boolean;
  phone_covered: boolean;
  photo: ChatPhoto | null;
}

/** Whoever a message is described to, and how far both have come. */
export interface Reader {
  profileId: string;
  otherId: string;
  ownName: string;
  otherName: string;
  /** In a conversation that the reader pays for, the words of the other one may be kept back (`replies_blurred`). */
  blurs: boolean;
  /** How far the other one has received and read. */
  deliveredTo: number;
  readTo: number;
  ownReadTo: number;
}

/** A message as its reader may see it. */
export function describeMessage(row: MessageRow, reader: Reader): Message {
  const own = row.from_id === reader.profileId;
  const seen = own || !row.phone_covered ? row.body : coverPhones(row.body);
  const blurred = !own && reader.blurs;
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
  };
}

/** The other one learns that there is a photo, and sees it once it was checked; blurred, not even its colours. */
function photoFor({ photo }: MessageRow, own: boolean, blurred: boolean): ChatPhoto | null {
  if (!photo || own) return photo;
  return blurred || photo.status !== 'approved' ? { ...photo, thumbhash: null } : photo;
}
