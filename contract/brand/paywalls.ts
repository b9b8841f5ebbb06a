/** The popups that push toward payment, as the wire spells them. Without schemas: a first visit must not load zod for it. */
export const paywallWords = {
  out_of_credits: 'fine_crediti',
  out_of_likes: 'file_like',
  more_pages: 'paginazione',
  profile_locked: 'profilo_bloccato',
  premium_member: 'utente_premium',
  premium_member_compliant: 'utente_premium_compliant',
  blurred: 'blurred',
  change_region: 'cambia_regione',
  read_receipts: 'attiva_lettura',
} as const;
export type PaywallName = keyof typeof paywallWords;

/** The addresses under `/hook/` that open a popup over the member's home. Those with an id name whom it is about. */
export const paywallPaths: Record<string, PaywallName | 'error'> = {
  fine_crediti_messaggi: 'out_of_credits',
  'fine_like/:id': 'out_of_likes',
  paginazione: 'more_pages',
  'profilo_bloccato/:id': 'profile_locked',
  messaggio_offuscato: 'blurred',
  cambia_regione: 'change_region',
  errore: 'error',
};

interface PaywallPath {
  paywall: PaywallName | 'error';
  /** Whom it is about, where the address names a person. */
  profileId: string | undefined;
}

/** What a path stands for, such as `/hook/paginazione`. */
export function readPaywallPath(path: string): PaywallPath | undefined {
  const [, first, profileId] = /^\/hook\/([^/]+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (first === undefined) return undefined;
  const name = profileId === undefined ? first : `${first}/:id`;
  const paywall = Object.hasOwn(paywallPaths, name) ? paywallPaths[name] : undefined;
  return paywall && { paywall, profileId };
}
