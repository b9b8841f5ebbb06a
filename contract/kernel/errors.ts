import { z } from 'zod';
import { replyWarnings } from '../staff/reply-warnings.ts';

interface ErrorEntry {
  status: number;
  /** What the wire calls it, where the specification has its own word. */
  wire?: string;
  /** The code that ends the message of sign-up and login errors. */
  suffix?: string;
  details?: z.ZodType;
}

const retryAfter = z.object({ retryAfter: z.int() });
const fieldPath = z.array(z.union([z.string(), z.int()]));

/** Every failure a client may see. The code is also the translation key. */
export const errors = {
  'request.malformed': {
    status: 400,
    details: z.object({ issues: z.array(z.object({ path: z.string(), problem: z.string() })).max(20) }),
  },
  'request.not_sealed': { status: 400 },
  'request.seal_key_missing': { status: 400 },
  'request.not_found': { status: 404 },
  'request.too_large': { status: 413 },
  'request.media_type': { status: 415 },
  'request.too_many': { status: 429, details: retryAfter },
  'session.missing': { status: 401 },
  'session.dead': { status: 401 },
  'session.not_yours': { status: 403 },
  'brand.unknown': { status: 421 },
  /** What was to be published breaks rules of the brand's country. */
  'brand.unlawful': {
    status: 422,
    details: z.object({
      brand: z.string(),
      breaches: z.array(
        z.object({
          rule: z.string(),
          source: z.string(),
          where: z.string(),
          what: z.string(),
          /** The part of the brand and the field in it, for forms. */
          part: z.string(),
          path: fieldPath,
        }),
      ),
    }),
  },
  /** What was to be published is not whole, or does not fit together. */
  'brand.invalid': {
    status: 422,
    details: z.object({
      brand: z.string(),
      problems: z.array(z.object({ part: z.string(), path: fieldPath, what: z.string() })),
    }),
  },
  /** Another brand has this key. */
  'brand.key_taken': { status: 409 },
  /** Another person has saved the draft meanwhile, published it or thrown it away. */
  'draft.changed': {
    status: 409,
    details: z.object({ part: z.string(), by: z.string().nullable(), at: z.int().nullable() }),
  },
  /** Another version was published since the draft was made. */
  'draft.outdated': {
    status: 409,
    details: z.object({
      part: z.string(),
      version: z.int().nullable(),
      by: z.string().nullable(),
      at: z.int().nullable(),
    }),
  },
  /** A landing would show pictures that are not there. */
  'brand.pictures_missing': {
    status: 422,
    details: z.object({
      brand: z.string(),
      missing: z.array(z.object({ where: z.string(), picture: z.string() })),
    }),
  },
  /** One of its addresses belongs to another brand. */
  'brand.hostname_taken': {
    status: 409,
    details: z.object({ brand: z.string(), hostname: z.string(), owner: z.string() }),
  },
  /** A legal text had no version of that day. */
  'legal.version_unknown': { status: 404 },
  'server.fault': { status: 500, details: z.object({ id: z.string() }) },
  'server.unavailable': { status: 503, details: retryAfter },
  /** Too many files are on their way. Nothing of this one was read, so it may be sent again as it is. */
  'upload.busy': { status: 503, details: retryAfter },
  'login.wrong': { status: 401, wire: 'mail_password_errati', suffix: '1001' },
  'account.disabled': { status: 403, wire: 'utente_disabilitato', suffix: '1008' },
  /** Shut out by a sanction, for a time or for good. */
  'account.suspended': {
    status: 403,
    wire: 'utente_sospeso',
    suffix: '1009',
    details: z.object({ reason: z.string(), until: z.int().nullable() }),
  },
  'login.passkey': { status: 401 },
  'consent.missing': { status: 403 },
  /** A member without a region is not verified. */
  'region.missing': { status: 403 },
  // What was typed, in the order in which sign-up looks at it
  'field.email': { status: 422, wire: 'errore_email', suffix: '1004' },
  'field.password': { status: 422, wire: 'errore_password', suffix: 'errore_password' },
  'field.place': { status: 422, wire: 'errore_citta', suffix: 'errore_citta' },
  'field.terms': { status: 422, wire: 'terms2', suffix: 'terms2' },
  'field.adult': { status: 422, wire: 'terms3', suffix: 'terms3' },
  'field.limit': { status: 422 },
  /** The brand asks every member for it. */
  'field.required': { status: 422 },
  'field.age': { status: 422, wire: 'eta', suffix: 'eta' },
  'field.gender': { status: 422, wire: 'errore_sono', suffix: 'errore_sono' },
  'field.seeks': { status: 422, wire: 'errore_cerco', suffix: 'errore_cerco' },
  'field.name': { status: 422, wire: 'username' },
  'field.surname': { status: 422, wire: 'surname' },
  'field.phone': { status: 422, wire: 'phone' },
  'signup.email_taken': { status: 409, suffix: '1000' },
  /** An account was made on this device lately; the address is masked. */
  'signup.known_device': { status: 409, suffix: '1003', details: z.object({ email: z.string() }) },
  'signup.email_forbidden': { status: 422, suffix: '1005' },
  'signup.elsewhere': { status: 422, suffix: '1006', details: z.object({ url: z.string() }) },
  'signup.too_many': { status: 429, suffix: '1007', details: retryAfter },
  /** The mail service's webhook: without a key no call is believed. */
  'mail.webhook_off': { status: 404 },
  'mail.webhook_unsigned': { status: 401 },
  /** What was said to be a browser's push subscription is none that we would send to. */
  'push.invalid': { status: 422 },
  /** The brand has no bot, or it cannot be reached. */
  'messenger.off': { status: 404 },
  'review.too_early': { status: 403, details: z.object({ from: z.int() }) },
  'review.empty': { status: 422 },
  /** Other words are public by now, or none. */
  'review.changed': { status: 409 },
  'contact.empty': { status: 422 },
  /** The browser has not shown that a person writes, or the proof is used or too old. */
  'contact.unproven': { status: 422 },
  /** The conversation with support holds as much as it can. */
  'ticket.full': { status: 409 },
  /** A message has come since it was read. */
  'ticket.changed': { status: 409 },
  'google.off': { status: 404 },
  'google.refused': { status: 422 },
  'google.email_unverified': { status: 422 },
  /** A made-up member of the staff's walk through a flow sends nothing, pays nothing and changes nothing. */
  'walk.stops_here': { status: 403 },
  /** A brand that was never published has no site to walk on. */
  'walk.no_site': { status: 409 },
  'link.invalid': { status: 401, wire: 'token_expired' },
  'reset.unknown_email': { status: 404, wire: 'utente_inesistente' },
  /** Fresh proof is asked for of who it is (`account/proof.ts`). */
  'password.needed': { status: 403 },
  'password.wrong': { status: 403 },
  /** The same of an account that has no password to give it with. */
  'password.none': { status: 403 },
  /** Without it the member could not sign in any more: a password comes first. */
  'identity.last': { status: 409 },
  'email.same': { status: 422, wire: 'errore_stessa_mail' },
  'email.taken': { status: 409, wire: 'mail_esistente' },
  /** The address that was named is not the account's own. */
  'email.not_current': { status: 403 },
  'email.change_used': { status: 409 },
  'passkey.refused': { status: 422 },
  'passkey.too_many': { status: 409 },
  'photo.not_image': { status: 415, wire: 'solo_immagini' },
  'photo.too_large': { status: 413, wire: 'grandezza_file' },
  'photo.too_many': { status: 409 },
  /** It looks like a picture that moderation has banned. */
  'photo.banned': { status: 422 },
  /** It looks like a photo of another profile, here or at another brand. */
  'photo.used_elsewhere': { status: 422 },
  /** Whose licence, or who has consented, must be said. */
  'photo.statement_missing': { status: 422 },
  /** Neither a picture nor PDF. */
  'document.type': { status: 415 },
  /** Another region than one's own and its people, for the top level. */
  'search.region_locked': { status: 402, wire: 'cambia_regione' },
  /** A page further on than the flow lets those turn who have not paid. */
  'search.page_locked': { status: 402, wire: 'paginazione' },
  /** A profile that the flow keeps for those who have paid. */
  'profile.locked': { status: 402, wire: 'profilo_bloccato' },
  'like.credits_short': { status: 402, wire: 'file_like' },
  /** So many members wait for an answer that new likes wait too. */
  'like.turns_wait': { status: 409, details: z.object({ count: z.int() }) },
  /** A like that something came of: both like each other, or words went with it. */
  'like.stands': { status: 409 },
  /** In flows with invitations a like in the deck is one, and needs words. */
  'match.invitation_empty': { status: 422 },
  'match.no_undo': { status: 409 },
  /** A message that cannot be paid for. It is not stored. */
  'chat.credits_short': {
    status: 402,
    wire: 'fine_crediti',
    details: z.object({ needed: z.int(), balance: z.int() }),
  },
  'chat.empty': { status: 422 },
  /** The other one cannot be written to: reserved, blocked, gone, or the flow has no messages. */
  'chat.closed': { status: 409 },
  'chat.photo_unknown': { status: 422 },
  /** It was read, or said too long ago. */
  'chat.unsend_late': { status: 409 },
  /** A host answers conversations they have taken, and takes those that no other host has. */
  /** Moderation has refused the profile: others could not see who it was. */
  'profile.refused': { status: 403 },
  /** What tells of faith or health is taken with a consent of its own. */
  'profile.consent_missing': { status: 409 },
  /** A member's own, which only the member decides about. */
  'profile.not_ours': { status: 409 },
  /** Another person has changed the profile since it was read. */
  'house_profile.changed': {
    status: 409,
    details: z.object({ by: z.string().max(100).nullable(), at: z.int() }),
  },
  /** A profile of ours is shown with one photo at least. */
  'house_profile.no_photo': { status: 409 },
  'house_profile.retired': { status: 409 },
  /** Two texts in the same language. */
  'house_profile.words_twice': { status: 422 },
  /** The import runs, or has been undone: nothing is added to it any more. */
  'import.running': { status: 409 },
  /** No JSON array of at most 500 rows. */
  'import.rows': { status: 422 },
  'import.too_late': { status: 409 },
  'team.unknown': { status: 422 },
  'team.name_taken': { status: 409 },
  'team.too_many': { status: 409 },
  /** Other words came since they were looked at. */
  'moderation.changed': { status: 409 },
  /** It was refused before, and is kept no longer. */
  'moderation.decided': { status: 409 },
  /** Too late, said once already, or about something that is no longer refused. */
  'appeal.closed': { status: 409 },
  'appeal.empty': { status: 422 },
  /** The moderator who decided first does not decide again where another one can. */
  'appeal.own_decision': { status: 409 },
  /** Another person has answered meanwhile. */
  'appeal.answered': { status: 409 },
  /** A sanction of this sort needs an end, or has none. */
  'sanction.duration': { status: 422 },
  'sanction.ended': { status: 409 },
  /** They read, and neither write nor like for a time. */
  'account.muted': { status: 403 },
  /** They take a break, and are back before they write. */
  'account.paused': { status: 409 },
  /** Another moderator looks at it. */
  'moderation.taken': { status: 409 },
  /** It waits no longer: decided, changed or taken back by its owner. */
  'moderation.gone': { status: 409 },
  'moderation.no_reason': { status: 422 },
  /** Nothing that can be said about this kind of case. */
  'moderation.no_verdict': { status: 422 },
  /** Without a main photo that others see there is nothing to compare with. */
  'verification.no_photo': { status: 409 },
  'verification.waiting': { status: 409 },
  /** The ten minutes are over, or no gesture was asked for. */
  'verification.expired': { status: 409 },
  'verification.decided': { status: 409 },
  'queue.taken': { status: 409 },
  'queue.not_taken': { status: 409 },
  /** Another reply to the same message is on its way: one goes out. */
  'reply.under_way': { status: 409 },
  /** A reply that a host must look at once more: what was found in it has not been confirmed. */
  'reply.unconfirmed': { status: 409, details: z.object({ warnings: replyWarnings }) },
  /** It denies that the staff writes for the profile. No host can confirm that. */
  'reply.denies_staff': { status: 422 },
  /** A placeholder is still open. */
  'reply.placeholder': { status: 422, details: z.object({ placeholder: z.string().max(100) }) },
  'schedule.time': { status: 422 },
  /** It is over, or was cancelled. */
  'schedule.over': { status: 409 },
  'snippet.name_taken': { status: 409 },
  'snippet.too_many': { status: 409 },
  'snippet.placeholder_unknown': { status: 422, details: z.object({ placeholder: z.string().max(100) }) },
  /** No model is configured here. */
  'model.off': { status: 409 },
  'model.unavailable': { status: 503 },
  /** The day's budget is used up. */
  'model.spent': { status: 409 },
  'shift.too_long': { status: 422 },
  'shift.over': { status: 422 },
  'shift.overlaps': { status: 409 },
  'note.empty': { status: 422 },
  'note.too_many': { status: 409 },
  // Paying
  /** Nothing that this member's flow sells them, whether or not it exists. */
  'order.plan_unknown': { status: 404 },
  'order.first_purchase_only': { status: 404 },
  /** Their flow asks for an age check, and nothing is sold before it. */
  'age.unverified': { status: 409 },
  /** The plan one has already, which renews by itself. */
  'order.already_yours': { status: 409 },
  'order.nothing_due': { status: 409 },
  'books.not_found': { status: 404 },
  'books.statement_unreadable': { status: 422 },
  'books.statement_too_large': { status: 413 },
  'order.no_plan': { status: 409 },
  'order.not_found': { status: 404 },
  'order.used': { status: 409, details: z.object({ orderId: z.string() }) },
  'order.expired': { status: 409 },
  /** The price or the words are no longer those that were shown. */
  'order.terms_changed': { status: 409 },
  'order.disclaimer_missing': { status: 422 },
  'order.withdrawal_over': { status: 409 },
  /** The same thing is being paid already, and its end is not known yet. The provider is asked again at `nextCheckAt`. */
  'payment.undecided': { status: 409, details: z.object({ orderId: z.string(), nextCheckAt: z.int() }) },
  /** Takes part in no more sales until support has looked at it. */
  'payment.blocked': { status: 403 },
  /** A limit of the member's own would be passed: which one, what is left of it, and when so much is free again. */
  'spending.limit_reached': {
    status: 409,
    details: z.object({
      period: z.enum(['day', 'week', 'month']),
      limitCents: z.int(),
      leftCents: z.int(),
      /** Null where the price alone is above the limit. */
      freeAt: z.int().nullable(),
    }),
  },
  /** The member paused all spending until then. */
  'spending.paused': { status: 409, details: z.object({ until: z.int() }) },
  /** A pause cannot be made shorter. */
  'spending.pause_running': { status: 409, details: z.object({ until: z.int() }) },
  'payment.name_missing': { status: 422 },
  'payment.no_card_on_file': { status: 409 },
  'payment.unavailable': { status: 503 },
  'payment.validation_refused': { status: 422 },
  'block.too_many': { status: 409 },
  'staff.login_wrong': { status: 401 },
  'staff.forbidden': { status: 403 },
  /** Signed in by password alone, where a second factor is asked for. */
  'staff.factor_missing': { status: 403 },
  /** Only an owner makes or changes people in this role. */
  'staff.role_too_high': { status: 403 },
  /** Name, password and second factor are the person's own: who manages some of the brands alone leaves them as they are. */
  'staff.works_elsewhere': { status: 403 },
  'staff.email_taken': { status: 409 },
  /** All but an owner work for one brand at least. */
  'staff.no_brand': { status: 422 },
  /** One person must be able to open every door. */
  'staff.last_owner': { status: 409 },
  'factor.wrong': { status: 422 },
  /** There is an authenticator app already. */
  'factor.known': { status: 409 },
  /** The role asks for a second factor, and this is the last one. */
  'factor.needed': { status: 409 },
  'password.too_short': { status: 422 },
  'work.not_found': { status: 404 },
  /** Another person has disabled, enabled or closed the account meanwhile. */
  'member.changed': { status: 409 },
  /** Shut out by a sanction, which moderation lifts. */
  'member.sanctioned': { status: 409 },
  /** What was typed to confirm is not the member's screen name. */
  'member.name_wrong': { status: 422 },
  'credits.short': { status: 409, details: z.object({ balance: z.int() }) },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;
type DetailsOf<C extends ErrorCode> = (typeof errors)[C] extends { details: infer D extends z.ZodType }
  ? z.output<D>
  : undefined;

/** Failures that any call may end in, so no endpoint lists them. */
export const commonErrors: readonly ErrorCode[] = [
  'request.malformed',
  'request.not_found',
  'request.too_large',
  'request.media_type',
  'request.too_many',
  'brand.unknown',
  'server.fault',
  'server.unavailable',
];

/** An expected failure. The same type is thrown by the server's use cases and by the browser's `call`. */
export class Failure<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Failure';
  readonly code: C;
  readonly details: DetailsOf<C>;

  constructor(code: C, details: DetailsOf<C>) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

type DetailsArgument<C extends ErrorCode> = DetailsOf<C> extends undefined ? [] : [details: DetailsOf<C>];

export function fail<C extends ErrorCode>(code: C, ...[details]: DetailsArgument<C>): never {
  throw new Failure(code, details as DetailsOf<C>);
}

export interface WireError {
  message?: string;
  error: { code: string; message: string; [detail: string]: unknown };
}

/** The JSON body of a failure. Sign-up and login errors also carry `message` at the top, ending in their code. */
export function encodeFailure(failure: Failure, sentence: string): WireError {
  const entry: ErrorEntry = errors[failure.code];
  const message = entry.suffix ? `${sentence}-${entry.suffix}` : sentence;
  const error = { ...(failure.details as object | undefined), code: entry.wire ?? failure.code, message };
  return entry.suffix ? { message, error } : { error };
}

const codeByWire: ReadonlyMap<string, ErrorCode> = new Map(
  (Object.entries(errors) as [ErrorCode, ErrorEntry][]).map(([code, { wire }]) => [wire ?? code, code]),
);

/** Reads a failure off the wire. A body we do not know becomes the nearest general failure. */
export function decodeFailure(status: number, body: unknown): Failure {
  const parsed = z.object({ error: z.looseObject({ code: z.string() }) }).safeParse(body);
  const code = parsed.success ? codeByWire.get(parsed.data.error.code) : undefined;
  if (!parsed.success || !code) {
    return status === 401
      ? new Failure('session.dead', undefined)
      : new Failure('server.fault', { id: String(status) });
  }
  const entry: ErrorEntry = errors[code];
  const details = entry.details?.safeParse(parsed.data.error);
  return new Failure(code, (details?.success ? details.data : undefined) as DetailsOf<ErrorCode>);
}
