import type { Access, Endpoint, InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { LinkContext, MemberContext, StaffContext, VisitorContext } from '#server/app.ts';

interface Contexts {
  visitor: VisitorContext;
  member: MemberContext;
  'visitor-or-member': VisitorContext | MemberContext;
  link: LinkContext;
  'member-or-link': MemberContext | LinkContext;
  staff: StaffContext;
}
export type ContextFor<A extends Access> = Contexts[A];

export interface Binding {
  endpoint: Endpoint;
  handler: (context: never, input: never) => unknown;
  beforeUpload?: (context: never, input: never) => unknown;
}

/** What the handler gets but for the file. */
type BeforeUpload<E extends Endpoint> = Omit<
  InputOf<E>,
  E extends { upload: { name: infer N extends string } } ? N : never
>;

interface BindOptions<E extends Endpoint> {
  /** Asked before a byte of the file is read, for limits above all: what is too much should cost nothing. */
  beforeUpload?: (context: ContextFor<E['access']>, input: BeforeUpload<E>) => Promise<unknown>;
}

/** Ties an endpoint to what answers it. A handler that does not fit the contract does not compile. */
export function bind<E extends Endpoint>(
  endpoint: E,
  handler: (context: ContextFor<E['access']>, input: InputOf<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
  options: BindOptions<E> = {},
): Binding {
  return { endpoint, handler, ...options };
}
