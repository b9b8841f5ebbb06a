import { z } from 'zod';
import { serverEvent } from '../kernel/event.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { paymentOutcome } from './payment-outcome.ts';

export const paymentDecided = serverEvent({
  name: 'pagamento',
  summary: 'What the member was told to wait for: a payment that was under way is decided.',
  payload: spelled({
    orderId: as('order', z.uuid()),
    type: as('type', spelledWords({ paid: 'purchOk', not_paid: 'purchKo' })),
    outcome: as('message', paymentOutcome),
  }),
});
