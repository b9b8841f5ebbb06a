import { hash } from 'node:crypto';

/** Everything about the n-th one follows from n, so that neither the generator nor a server needs a list of them. */
export interface Talker {
  trackerId: string;
  profileId: string;
  token: string;
}

const PREFIXES = {
  account: 1,
  profile: 2,
  conversation: 3,
  message: 4,
  entry: 5,
  session: 6,
  subscription: 7,
  purchase: 8,
  paymentMethod: 9,
  attempt: 10,
} as const;
type Thing = keyof typeof PREFIXES;

const headOf = (thing: Thing) => `01999999-0000-7000-80${String(PREFIXES[thing]).padStart(2, '0')}-`;

/** The same in SQL, where `n` is an expression. */
export const idInSql = (thing: Thing, n: string) =>
  `('${headOf(thing)}' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const tokenInSql = (n: string) =>
  `translate(rtrim(encode(sha256(('token ' || ${n})::bytea), 'base64'), '='), '+/', '-_')`;

/** 1 talks with 2, 3 with 4. */
export const partnerOf = (n: number) => (n % 2 === 1 ? n + 1 : n - 1);

export function talker(n: number): Talker {
  return {
    trackerId: `click-${n}`,
    profileId: headOf('profile') + n.toString(16).padStart(12, '0'),
    token: hash('sha256', `token ${n}`, 'base64url'),
  };
}
