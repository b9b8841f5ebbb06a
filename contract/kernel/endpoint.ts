import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { StaffRight } from './staff-rights.ts';

/** The five hosts of the specification, each behind its prefix on the brand's origin. `staff` is the console's. */
export const hostPrefixes = {
  api: '/api',
  payment: '/pay',
  dispenser: '/dispenser',
  tracker: '/tracker',
  cron: '/cron',
  staff: '/staff',
} as const;
export type Host = keyof typeof hostPrefixes;

/**
 * Who may call: anyone; a signed-in member; anyone, who counts as a member if they show a session; the holder of a link
 * token sent by mail; a member or such a holder; a member of staff.
 */
export type Access = 'visitor' | 'member' | 'visitor-or-member' | 'link' | 'member-or-link' | 'staff';

/**
 * What a call of the staff's asks for: one right or any of several, or no more than being signed in. `signing_in` is open
 * to staff whose second factor is still missing.
 */
export type NeededRight = StaffRight | readonly StaffRight[] | 'signed_in' | 'signing_in';

/** A request field that travels as a JWE: our name, its wire name, whose key it is sealed to, what is inside. */
export interface SealedField {
  name: string;
  wire: string;
  key: 'api' | 'payment';
  content: z.ZodType;
}

/** A file that comes as multipart: our name, its wire name, how large it may be, and what to say if it is larger. */
export interface UploadedField {
  name: string;
  wire: string;
  maxBytes: number;
  tooLarge: ErrorCode;
}

interface Call {
  host: Host;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Fastify spells it: `/users/:trackerId`. Its parameters are fields of `params`. */
  path: string;
  summary: string;
  /** The input field that names an account. It must be the caller's own. */
  owner?: string;
  /** May be called before the terms are accepted. */
  beforeConsent?: true;
  /** A member may call it only once they have a region. A visitor, where one may call it at all, needs none. */
  needsRegion?: true;
  /** Of a member whom others cannot see yet it is taken, and reaches them once they can. */
  heldWhileUnseen?: true;
  /** Changes nothing, though it is no GET: a walking member, who may only look, may call it as well. */
  whileWalking?: true;
  /** The wire field of the body in which a link's token may stand instead of being the bearer's. */
  linkField?: string;
  params?: z.ZodType;
  /** By their names in lower case. */
  headers?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Whatever is in the body, the call is answered: what cannot be read counts as empty. */
  anyBody?: true;
  sealed?: SealedField;
  /** The whole body is one file. */
  upload?: UploadedField;
  /** The reply is a file. With `keepSeconds` a browser may keep it that long for its caller; else not at all. */
  file?: { contentType: string; keepSeconds?: number };
  /**
   * The reply is the same for all visitors: wherever they are (`address`), or at one brand in one language (`brand`). It is
   * made once and kept so many seconds. With `most` it has room of its own for so many replies, where there are too many
   * to share what other calls have.
   */
  shared?: { by: 'address' | 'brand'; seconds: number; most?: number };
  /** So many ordinary calls it counts for where calls of one network are counted; 1 without it. */
  weight?: number;
  /** The reply is a text, sent as a page. */
  html?: true;
  reply: z.ZodType;
  /** The reply field that is sealed to the caller's `Seal-Key` whenever it holds an object. */
  sealedReply?: string;
  errors: readonly ErrorCode[];
}

export type Endpoint = Call &
  (
    | { access: Exclude<Access, 'staff'> }
    | {
        access: 'staff';
        right: NeededRight;
        /** What it reads or changes belongs to all brands at once: the right is asked for at each of them. */
        everywhere?: true;
      }
  );

type Part<S> = S extends z.ZodType ? z.output<S> : unknown;
type SealedPart<S> = S extends { name: infer N extends string; content: infer C extends z.ZodType }
  ? { [K in N]: z.output<C> }
  : unknown;
type UploadPart<U> = U extends { name: infer N extends string } ? { [K in N]: Blob } : unknown;
type Get<E, K extends string> = E extends { [P in K]: infer V } ? V : undefined;
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** What the handler receives and the browser gives: parameters, query, body and opened seal as one object. */
export type InputOf<E extends Endpoint> = Flat<
  Part<Get<E, 'params'>> &
    Part<Get<E, 'headers'>> &
    Part<Get<E, 'query'>> &
    Part<Get<E, 'body'>> &
    SealedPart<Get<E, 'sealed'>> &
    UploadPart<Get<E, 'upload'>>
>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;

export function endpoint<const E extends Endpoint>(description: E): E {
  return description;
}
