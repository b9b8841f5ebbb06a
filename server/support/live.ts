import type { App } from '#server/app.ts';
import type { TicketId } from './tickets.sql.ts';

type Change =
  | 'written'
  | 'answered'
  | 'noted'
  | 'answering'
  | 'assigned'
  | 'released'
  | 'closed'
  | 'reopened';

/** Tells open consoles what has become of a ticket, and who of the staff did it. To be called after the commit. */
export function emitTicket(
  { staffLive }: Pick<App, 'staffLive'>,
  { brandId, id }: TicketId,
  change: Change,
  staffId: string | null,
): void {
  staffLive.emit('tickets.answer', { brandId, topic: 'ticket', id, change, staffId });
}
