import type { ModerationKind } from '#contract/moderation/cases.ts';
import type { App } from '#server/app.ts';

/** A case by the id of its brand. */
export interface CaseId {
  brandId: string;
  kind: ModerationKind;
  id: string;
}

type Change = 'waiting' | 'claimed' | 'released' | 'decided';

/** Tells open consoles what has become of a case, and who of the staff did it. To be called after the commit. */
export function emitCase(
  { staffLive }: Pick<App, 'staffLive'>,
  { brandId, kind, id }: CaseId,
  change: Change,
  staffId: string | null,
): void {
  staffLive.emit('moderation.decide', { brandId, topic: 'case', id: `${kind}:${id}`, change, staffId });
}

/** Tells open consoles that a sanction of a member's has begun or ended. To be called after the commit. */
export function emitMember(
  { staffLive }: Pick<App, 'staffLive'>,
  { brandId, accountId }: { brandId: string; accountId: string },
  change: 'sanctioned' | 'sanction_ended',
  staffId: string | null,
): void {
  staffLive.emit('members.read', { brandId, topic: 'member', id: accountId, change, staffId });
}
