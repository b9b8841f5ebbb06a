import { z } from 'zod';
import { serverEvent } from '../kernel/event.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';

export const moderationDecided = serverEvent({
  name: 'moderazione',
  summary: 'Moderation has decided on something of the member’s: they look different now.',
  payload: spelled({
    what: as(
      'tipo',
      spelledWords({
        profile: 'profilo',
        change: 'modifica',
        photo: 'foto',
        chat_photo: 'foto_chat',
        review: 'recensione',
        appeal: 'ricorso',
        sanction: 'provvedimento',
        verification: 'verifica',
      }),
    ),
    approved: as('approvato', z.boolean()),
  }),
});
