import type { PaywallName } from './flow.ts';

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
  /** Whom it is about, where the address names somebody. */
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
