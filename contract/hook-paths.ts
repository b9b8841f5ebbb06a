import type { HookName } from './flow.ts';

/** The addresses under `/hook/` that open a popup over the member's home. Those with an id name whom it is about. */
export const hookPaths: Record<string, HookName | 'error'> = {
  fine_crediti_messaggi: 'out_of_credits',
  'fine_like/:id': 'out_of_likes',
  paginazione: 'more_pages',
  'profilo_bloccato/:id': 'profile_locked',
  messaggio_offuscato: 'blurred',
  cambia_regione: 'change_region',
  errore: 'error',
};

/** The popup that a path stands for, such as `/hook/paginazione`. */
export function popupOfHookPath(path: string): HookName | 'error' | undefined {
  const rest = /^\/hook\/([^/]+)(\/[^/]+)?\/?$/.exec(path);
  if (!rest) return undefined;
  const name = rest[2] ? `${rest[1]}/:id` : rest[1];
  return name !== undefined && Object.hasOwn(hookPaths, name) ? hookPaths[name] : undefined;
}
