import { z } from 'zod';
import { MESSAGE_MAX_LETTERS, QUOTE_MAX_LETTERS } from '../kernel/constants.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { profileId } from '../profile/people.ts';

/** Where a message stands in its conversation: 1, 2, 3, without gaps. Likes have none. */
export const messageNumber = z.int().min(0);

/** A photo in a message. Until our people have looked at it only its sender sees it. */
export const chatPhoto = spelled({
  id: as('id', z.uuid()),
  status: as('stato', spelledWords({ pending: 'in_attesa', approved: 'approvata', rejected: 'rifiutata' })),
  width: as('width', z.int()),
  height: as('height', z.int()),
  thumbhash: as('thumbhash', z.string().max(60).nullable()),
});
export type ChatPhoto = z.output<typeof chatPhoto>;

/** What the receiver of a message is warned of: it asks for money, or leads off the site. */
export const messageWarning = spelledWords({ money: 'denaro', contact: 'fuori_sito' });
export type MessageWarning = z.output<typeof messageWarning>;

/** What another message answers to: its beginning, as far as the reader may see it. */
export const quotedMessage = spelled({
  number: as('numero', messageNumber),
  own: as('mio', z.boolean()),
  /** Empty where it is withheld or gone. */
  text: as('msg', z.string().max(QUOTE_MAX_LETTERS)),
  attachment: as('allegato', spelledWords({ photo: 'foto' }).nullable()),
  /** The reader has to pay for its words. */
  withheld: as('riservato', z.boolean()),
  /** Its writer has unsent it, or the reader has deleted it. */
  gone: as('rimosso', z.boolean()),
});
export type QuotedMessage = z.output<typeof quotedMessage>;

/** One sign of each participant stands on a message. */
export const messageReaction = spelledWords({
  heart: 'cuore',
  laugh: 'risata',
  wow: 'stupore',
  fond: 'tenerezza',
  agree: 'pollice',
  thanks: 'grazie',
});
export type MessageReaction = z.output<typeof messageReaction>;
export const messageReactions = [
  'heart',
  'laugh',
  'wow',
  'fond',
  'agree',
  'thanks',
] as const satisfies readonly MessageReaction[];

/** Left out where there is none. */
export const reactionFields = {
  ownReaction: as('reazione_mia', messageReaction.optional()),
  theirReaction: as('reazione_sua', messageReaction.optional()),
};

export const messageFields = {
  number: as('numero', messageNumber),
  /** Whom the reader talks to. */
  profileId: as('angelId', profileId),
  /** Empty where it is blurred. */
  text: as('msg', z.string().max(20_000)),
  /** The same shape with other letters, where the reader has to pay for the words. */
  blurred: as('blurredMessage', z.string().max(MESSAGE_MAX_LETTERS).nullable()),
  /** The sender's screen name. */
  name: as('name', z.string().max(60)),
  at: as('time', epochMilliseconds),
  /** Seen by the receiver; reached one of their devices. */
  read: as('letto', z.boolean()),
  delivered: as('consegnato', z.boolean()),
  /** A notice of the system sender. The text of `benvenuto` is HTML. */
  notice: as('idNotifica', z.string().max(40).nullable()),
  /** Chosen from the ready-made first words. */
  readyMade: as('precompilato', z.boolean()),
  /** The first of its conversation. */
  icebreaker: as('icebreaker', z.boolean()),
  /** An invitation that goes with a like. */
  invitation: as('invito', z.boolean()),
  photo: as('foto', chatPhoto.nullable()),
  /** A telephone number in it is covered for its reader. */
  phoneCovered: as('avviso_telefono', z.boolean()),
  warning: as('avviso_sicurezza', messageWarning.nullable()),
  /** Left out where it answers to no message in particular. */
  quoted: as('risposta_a', quotedMessage.optional()),
};

export const message = spelled({
  id: as('id', z.uuid()),
  type: as('type', spelledWords({ own: 'personal', like: 'like', theirs: 'messaggio' })),
  ...messageFields,
  ...reactionFields,
});
export type Message = z.output<typeof message>;
