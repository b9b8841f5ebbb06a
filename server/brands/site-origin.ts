import type { App } from '../core/app.ts';
import type { Brand } from './directory.ts';

/** Where a brand's site is, for work that no visitor's request has brought along. */
export function siteOrigin({ config }: Pick<App, 'config'>, { settings }: Brand): string {
  const [hostname = settings.domain] = settings.hostnames;
  return config.environment === 'production' ? `https://${hostname}` : `http://${hostname}:${config.port}`;
}
