/** Timers, page sizes and limits of the specification. They stand here and nowhere else. */

export const DEFAULT_FLOW_ID = '7';
export const PLAIN_FLOW_ID = '0000';

export const PREMIUM_LEVELS = { free: 0, credits: 1, top: 2 } as const;

export const RESERVED_PROFILE_IDS = ['000000', '111111', 'admin'] as const;

/** Desktop thresholds are percentages of a balance of two messages, mobile ones are credits. */
export const CREDIT_INDICATOR = {
  desktop: { medium: 34, full: 67, share: 2 },
  mobile: { medium: 20, full: 40 },
} as const;
/** 500 and 900 px where text has its ordinary size. */
export const MOBILE_MAX_WIDTH = '31.25rem';
export const TWO_PANE_MIN_WIDTH = '56.25rem';

export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
export const PHOTO_MAX_SIDE = 1000;
export const PHOTO_TYPES = ['image/jpeg', 'image/gif', 'image/png', 'image/webp', 'image/svg+xml'] as const;

export const CITY_SEARCH_MIN_LETTERS = 3;
export const CITY_SEARCH_MAX_RESULTS = 20;

export const AGE_MIN = 18;
export const AGE_MAX = 98;

export const CARD_YEARS_AHEAD = 20;
export const CARD_NUMBER_MIN_DIGITS = 13;
export const CARD_NUMBER_MAX_DIGITS = 19;
export const CARD_CODE_DIGITS = 3;
export const CARD_CODE_DIGITS_AMEX = 4;

export const SEARCH_PAGE_SIZE = 5;
/** A town with fewer people than this is widened to its region. */
export const SEARCH_WIDENS_BELOW = 5;
/** A region with fewer people than this for a member is widened to the whole country, below the top level. */
export const REGION_WIDENS_BELOW = 10;
/** How lately a person came who is new here, and was here who was active lately. */
export const NEW_HERE_DAYS = 14;
export const ACTIVE_LATELY_DAYS = 3;
/** How near a person’s town is, is said in these steps of kilometres, and farther than the last not at all. */
export const DISTANCE_STEPS: readonly number[] = [10, 20, 50, 100, 200];
/** How near others may be asked to live, in kilometres, and how many things may be dealbreakers. */
export const DISTANCE_MIN = 5;
export const DISTANCE_MAX = 250;
export const DEALBREAKERS_MOST = 3;
export const PAGER_NUMBERS = 5;
export const SWIPE_VELOCITY = 300;
export const DECK_REFILL_BELOW = 5;
/** How many a deck is given at a time, and how many of its next photos are fetched ahead. */
export const DECK_SIZE = 15;
export const DECK_PHOTOS_AHEAD = 3;
export const INVITE_MAX_LETTERS = 300;
export const NOTIFICATIONS_PER_PAGE = 50;
export const REPORT_MAX_LETTERS = 1_000;
export const DECK_DESCRIPTION_LETTERS = 300;
export const CHAT_PREVIEW_LETTERS = 25;
export const CHAT_MAX_HEIGHT_PX = 1000;
export const MESSAGES_PER_PAGE = 50;
export const CONVERSATIONS_PER_PAGE = 50;
export const MESSAGE_MAX_LETTERS = 2_000;
/** As much of a message as a list of conversations is given. */
export const PREVIEW_MAX_LETTERS = 60;
/** What a reply shows of the message that it answers. */
export const QUOTE_MAX_LETTERS = 120;
/** How many messages a search in a conversation finds, and how long its words may be. */
export const FOUND_MESSAGES_MOST = 50;
export const SEARCH_WORDS_MAX_LETTERS = 100;
/** From so many members on who wait for an answer, new likes wait. */
export const TURNS_BEFORE_LIKES = 8;
/** For so long a message can be unsent, as long as it is unread. */
export const UNSEND_WITHIN_MS = 5 * 60_000;
/** The credits of so many unsent messages come back within a day: the other one may have seen them on a list. */
export const UNSENT_REFUNDS_A_DAY = 5;
/** A writer says so at most this often, and is believed for a little longer. */
export const TYPING_EVERY_MS = 3_000;
export const TYPING_BELIEVED_MS = 5_000;
/** How long a conversation belongs to the host who has taken it, unless they write. */
export const CLAIM_SECONDS = 120;
/** How long it waits for the host whom another has left it to. */
export const HANDOVER_SECONDS = 15 * 60;
export const HANDOVER_NOTE_MAX_LETTERS = 500;
/** A member who has said nothing for so long may be written to first. */
export const QUIET_FROM_DAYS = 3;
export const QUIET_TO_DAYS = 30;
/** As far as conversations in a list are counted. */
export const QUEUE_COUNTED_TO = 200;
/** What hosts write down about a member or a profile, and how much of it. */
export const HOST_NOTE_MAX_LETTERS = 500;
export const HOST_NOTES_MOST = 50;
/** What is said about a profile of ours to those who answer for it. */
export const HOUSE_NOTES_MAX_LETTERS = 3_000;
/** How long a case belongs to the moderator who has taken it, unless they go on looking at it. */
export const MODERATION_CLAIM_SECONDS = 300;
/** How long a verdict can be undone. It is carried out then. */
export const UNDO_SECONDS = 10;

export const REVIEWS_SHOWN = 6;
export const REVIEW_MAX_LETTERS = 1_000;
/** How long a member has been here who may write one. */
export const REVIEW_AFTER_DAYS = 7;
/** What the brand says to a review, below it. */
export const REVIEW_ANSWER_MAX_LETTERS = 1_000;
/** How long a decision of moderation can be appealed against at least: article 20 of the Digital Services Act. */
export const APPEAL_MONTHS_MIN = 6;
export const APPEAL_MAX_LETTERS = 500;
/** How long a closed account can be taken back. */
export const CLOSING_GRACE_DAYS = 30;
/** How long messages to support and its answers may be; how many of them one conversation holds. */
export const TICKET_MAX_LETTERS = 4_000;
export const TICKET_MESSAGES_MOST = 200;
export const TICKETS_PER_PAGE = 50;
/** How long the link of a mail opens the conversation with support. */
export const TICKET_LINK_DAYS = 180;
/** A ticket that waits for its writer is closed after so long, and a closed one is erased after so long. */
export const TICKET_CLOSES_AFTER_DAYS = 30;
export const TICKETS_KEPT_MONTHS = 24;
/** For so long others see that a member of the staff is writing an answer. */
export const ANSWERING_SECONDS = 60;
/** No person reads the form and writes in less time; the proof of work is good for so long. */
export const CONTACT_MIN_MS = 3_000;
export const CONTACT_PROOF_MINUTES = 120;
/** The longest break that ends by itself. */
export const PAUSE_MOST_DAYS = 365;
/** So many reports of one member are listed. */
export const OWN_REPORTS_SHOWN = 100;
export const AVAILABLE_PEOPLE_SHOWN_FROM = 10;

export const INCOMING_MESSAGE_DELAY_MS = 5_000;
export const TOOLTIP_MS = 5_000;
export const THREE_DS_SUBMIT_MS = 2_000;
export const CONTACT_THANKS_MS = 500;
export const PAID_REDIRECT_MS = 6_000;
export const INVITE_CONFIRMATION_MS = 4_000;
export const WELCOME_POPUP_MS = 500;
export const UNSUBSCRIBE_REDIRECT_MS = 3_000;
export const LEAVE_PLAN_RELOAD_MS = 6_000;
export const HIDDEN_RELOAD_MS = 180_000;
export const FIRST_NOTIFICATION_POLL_MS = 40_000;
export const NOTIFICATION_POLL_MS = 10_000;
/** Of what it has shown a browser remembers so many. */
export const SHOWN_NOTIFICATIONS_MOST = 100;
export const FIRST_NOTIFICATION = 'prima notifica';
export const LANDED_TIME_MAX_MS = 24 * 60 * 60 * 1_000;
export const LANDED_TIME_IDLE_MS = 10 * 60 * 1_000;
export const RANDOM_DELAY_MS = { min: 20_000, max: 40_000 } as const;

export const AGE_CHECK_AMOUNT_CENTS = 0;
export const ACTIVATION_MAIL_MINUTES = 5;
export const CURRENCY = 'EUR';
export const GOOGLE_PAY = {
  networks: ['MASTERCARD', 'VISA'],
  methods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
} as const;
export const APPLE_PAY = { networks: ['visa', 'masterCard', 'amex'] } as const;

export const SOCKET = {
  path: '/socket.io',
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
export const SOCKETS_PER_ACCOUNT = 5;
/** What is longer is refused by the browser before it is sent, and by the server with `request.too_large`. */
export const EVENT_MAX_LETTERS = 64 * 1024;

export const FINGERPRINT_AUDIO_TIMEOUT_MS = 500;
export const MONITORING_SAMPLE_RATE = 0.001;

/** What the product speaks. Each has its texts in the `locales` folders and in `server/brands/legal/`. */
export const LANGUAGES = ['it', 'es', 'en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A choice about cookies holds for six months at least and is asked for again after that. */
export const COOKIE_CHOICE_MS = 183 * 24 * 60 * 60 * 1000;
/** Events that a page collects: how many go at once, how many wait for a network, how long, and how often they go. */
export const EVENTS_A_BATCH = 50;
export const EVENTS_KEPT_OFFLINE = 100;
export const EVENTS_SENT_AFTER_MS = 4_000;
export const EVENT_MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** What a mail of the outbox shows where the token of a link will be, which is made when the mail is sent. */
export const LINK_PLACEHOLDER = 'made-when-sent';

/** The header of replies that says what the brand is at the moment, as boot objects name it. */
export const BRAND_VERSION_HEADER = 'brand-version';
