import { z } from 'zod';
import { claimed } from '../kernel/claims.ts';
import { EVENTS_A_BATCH, EVENT_MAX_AGE_MS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { line, writing } from '../kernel/text.ts';

/** What the wire calls the report of a sign-up that could not be sent. */
export const SIGN_UP_FAULT = 'Errore authServices';

const text = (length: number) => writing(length).nullable().optional();

/** The subject under which one page in many tells how long it took. All others tell of a fault. */
export const PAGE_TIMES = 'page times';

export const logClient = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/client',
  access: 'visitor',
  summary: 'A browser reports a fault of its own, or how long a page took.',
  /** Two shapes: a subject with its words, and what the browser's own handlers tell of an error. */
  body: spelled({
    subject: as('subject', line(200).optional()),
    text: as('messaggio', text(2000)),
    failure: as('errore', text(2000)),
    error: as('error', text(2000)),
    message: as('message', text(2000)),
    line: as('line', z.number().nullable().optional()),
    source: as('source', text(500)),
    trackerId: as('clickid', claimed(line(128))),
    page: as('page', text(500)),
  }).refine(({ subject, error, message }) => Boolean(subject || error || message), {
    error: 'neither a subject nor an error',
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});

const done = z.object({ result: z.literal('OK') });

/** The events of the specification, in our words. */
const specified = {
  icebreaker_refused: 'ko_icebreaker',
  message_refused: 'ko_msg',
  blurred_read: 'lettura_pressing',
  profile_shown: 'vista_profilo',
  profile_visited: 'visita_profilo',
  liked_from_home: 'like_da_home',
  mail_clicked: 'clickOnMail',
} as const;
export const eventName = spelledWords(specified);

/** With the steps of the funnel that only a page knows of. That a member signed up or paid the server knows by itself. */
export const funnelEventName = spelledWords({
  ...specified,
  landing_seen: 'landing',
  sign_up_step: 'signup_step',
  plans_seen: 'plan_list',
  checkout_seen: 'checkout',
});
export type FunnelEventName = z.output<typeof funnelEventName>;

/** The choice in the log of consent by which its owner may be kept. Without one that allows measurement it is not kept. */
const consentId = as('consenso', claimed(z.uuid()));

export const logEvent = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/event',
  access: 'visitor',
  summary:
    'An event that the funnel counts. It is kept where the visitor allows measurement, and never reads or changes an account.',
  body: spelled({
    trackerId: as('clickid', trackerId),
    consentId,
    profileId: as('angelId', line(64).optional()),
    type: as('type', eventName),
  }),
  reply: done,
  errors: [],
});

export const logEvents = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/events',
  access: 'visitor',
  summary: 'The same for several at once, as a page collects them while it is open.',
  body: spelled({
    trackerId: as('clickid', trackerId),
    consentId,
    events: as(
      'events',
      z
        .array(
          spelled({
            type: as('type', funnelEventName),
            profileId: as('angelId', line(64).optional()),
            /** Which step, plan list or landing. */
            detail: as('detail', line(60).optional()),
            /**
             * Milliseconds since the event. A browser's clock may be wrong, and an event may have waited for a network.
             */
            ago: as('ago', z.int().min(0).max(EVENT_MAX_AGE_MS)),
          }),
        )
        .min(1)
        .max(EVENTS_A_BATCH),
    ),
  }),
  reply: done,
  errors: [],
});

export const importClick = endpoint({
  host: 'payment',
  method: 'POST',
  path: '/payment/api/importClick',
  access: 'visitor',
  summary: 'An advert was clicked. By whom is kept where the visitor allows measurement.',
  body: spelled({
    campaign: as('kcampaign', line(200).min(1)),
    page: as('pageType', line(60).min(1)),
    trackerId: as('clickid', claimed(trackerId)),
    consentId,
  }),
  reply: done,
  errors: [],
});

export const readAddress = endpoint({
  host: 'tracker',
  method: 'GET',
  path: '/getIp.php',
  access: 'visitor',
  summary: "The caller's network address and browser.",
  reply: spelled({ ip: as('ip', z.string().max(64)), userAgent: as('ua', z.string().max(1000)) }),
  errors: [],
});
