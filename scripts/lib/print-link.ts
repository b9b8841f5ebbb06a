import { isEmailAddress } from '#contract/kernel/email-address.ts';
import { handmadeLinks, makeLinkAddress } from '#server/accounts/account-links.ts';
import type { HandmadeLink } from '#server/accounts/account-links.ts';
import { normalEmail } from '#server/accounts/email-address.ts';
import { openBrandDirectory } from '#server/brands/directory.ts';
import type { Brand } from '#server/brands/directory.ts';
import { postbackKey } from '#server/insight/postbacks.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { prepareDataFolder } from '#server/platform/config/data-folder.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createOrigins, siteOrigin } from '#server/platform/http/origins.ts';
import { createLinks } from '#server/platform/security/links.ts';
import type { Links } from '#server/platform/security/links.ts';
import { keyedHash, readSecrets } from '#server/platform/security/secrets.ts';
import type { CommandContext } from './reach-database.ts';

type Options = Partial<
  Record<'brand' | 'email' | 'red' | 'region' | 'city' | 'source' | 'partner' | 'network', string>
>;

/** Prints an address as it would stand in a mail of ours or of a partner's. */
export async function printLink(
  { config, db, terminal }: CommandContext,
  purpose: string,
  options: Options,
): Promise<void> {
  if (!isHandmade(purpose))
    throw new StartupFault(`There is no link “${purpose}”; there are ${handmadeLinks.join(', ')}.`);
  const { email = '', red = '/', region, city, source } = options;
  if (!isEmailAddress(normalEmail(email))) throw new StartupFault('--email must be an e-mail address.');
  if (!isOwnPath(red)) throw new StartupFault('--red must be a path of the site, such as /chats.');
  const brand = await chooseBrand(db, options.brand);
  if (purpose === 'external') requirePartner(brand, brand.settings.partners[0]);
  const address = await makeLinkAddress(
    { db, links: await openLinks(config) },
    {
      purpose,
      brand,
      origin: siteOrigin({ origins: createOrigins(config) }, brand),
      email,
      red,
      claims: { ...(region && { region }), ...(city && { city }), ...(source && { source }) },
    },
  );
  if (address === undefined)
    throw new StartupFault(`Nobody has the address ${email} at ${brand.settings.title}.`);
  terminal.log(address);
}

/** Prints the key that a partner seals links with, and beside it what else they need to know. */
export async function printPartnerKey(
  { config, db, terminal }: CommandContext,
  options: Options,
): Promise<void> {
  const brand = await chooseBrand(db, options.brand);
  const partner = requirePartner(brand, options.partner);
  const links = await openLinks(config);
  terminal.log(links.partnerKey(brand.id, partner).toString('base64url'));
  terminal.error(`kid: ${partner}, aud: ${brand.id}`);
}

/** Prints the key with which a network checks what a brand tells it. */
export async function printPostbackKey(
  { config, db, terminal }: CommandContext,
  options: Options,
): Promise<void> {
  const brand = await chooseBrand(db, options.brand);
  const names = brand.settings.postbacks.map(({ name }) => name);
  const { network = '' } = options;
  if (!names.includes(network))
    throw new StartupFault(
      `--network must be one of those in the brand's file: ${names.join(', ') || 'there are none yet'}.`,
    );
  const { api } = await openSecrets(config);
  terminal.log(postbackKey({ keyedHash: keyedHash(api) }, brand.id, network));
}

function isHandmade(purpose: string): purpose is HandmadeLink {
  return (handmadeLinks as readonly string[]).includes(purpose);
}

function isOwnPath(path: string): boolean {
  const here = 'http://localhost';
  return path.startsWith('/') && !path.includes('\\') && URL.parse(path, here)?.origin === here;
}

/** By its key, or by its country where that is shorter to type. */
export async function chooseBrand(db: Database, key = ''): Promise<Brand> {
  const directory = await openBrandDirectory({ db, localhostIsFirst: false });
  const brands = directory.all();
  const brand = directory.byKey(key) ?? brands.find(({ settings }) => settings.country === key);
  if (brand) return brand;
  const keys = brands.map((each) => each.key).join(', ');
  throw new StartupFault(
    key === '' ? `--brand is missing; there are ${keys}.` : `There is no brand “${key}”; there are ${keys}.`,
  );
}

function requirePartner({ settings: { title, partners } }: Brand, partner: string | undefined): string {
  if (partner !== undefined && partners.includes(partner)) return partner;
  const known = partners.length === 0 ? 'there are none yet' : `there are ${partners.join(', ')}`;
  throw new StartupFault(
    partner === undefined
      ? `--partner is missing; at ${title} ${known}.`
      : `${title} has no partner “${partner}”; ${known}. They stand in the brand's file.`,
  );
}

async function openSecrets(config: Config) {
  await prepareDataFolder(config.dataDir);
  return readSecrets({ ...config, roles: ['web'] });
}

export async function openLinks(config: Config): Promise<Links> {
  const { api } = await openSecrets(config);
  return createLinks({ secrets: api, clock: systemClock });
}
