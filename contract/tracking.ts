import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { as, spelled } from './spelling.ts';

const text = (length: number) => z.string().max(length).optional();

export const logClient = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/client',
  access: 'visitor',
  summary: 'A browser reports a fault of its own.',
  body: spelled({
    subject: as('subject', z.string().max(200)),
    text: as('messaggio', text(2000)),
    failure: as('errore', text(2000)),
    error: as('error', text(2000)),
    message: as('message', text(2000)),
    line: as('line', z.int().optional()),
    source: as('source', text(500)),
    trackerId: as('clickid', text(128)),
    page: as('page', text(500)),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
