import { refuseMails as endpoint } from '../../../../contract/notification/mail-removal.ts';
import { call } from '../../shell/api.ts';

/** By the link of a mail, whoever is signed in; else for the member himself. */
export async function refuseMails(linkToken: string | undefined): Promise<void> {
  if (linkToken === undefined) await call(endpoint, {});
  else await call(endpoint, { linkToken }, { linkToken });
}
