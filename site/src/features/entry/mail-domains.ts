/** Common mail domains, with the page where their owners read their mail; null where there is no such page. */
const webmails: Readonly<Record<string, string | null>> = {
  ...to('https://mail.google.com/', 'gmail.com', 'googlemail.com'),
  ...to('https://outlook.live.com/mail/', 'outlook.com', 'outlook.it', 'outlook.es', 'outlook.fr'),
  ...to('https://outlook.live.com/mail/', 'hotmail.com', 'hotmail.it', 'hotmail.es', 'hotmail.fr'),
  ...to('https://outlook.live.com/mail/', 'live.com', 'live.it', 'live.fr', 'msn.com'),
  ...to('https://mail.yahoo.com/', 'yahoo.com', 'yahoo.it', 'yahoo.es', 'yahoo.fr', 'ymail.com'),
  ...to('https://www.icloud.com/mail', 'icloud.com', 'me.com', 'mac.com'),
  ...to('https://mail.proton.me/', 'proton.me', 'protonmail.com'),
  ...to('https://mail.libero.it/', 'libero.it'),
  ...to('https://mail.virgilio.it/', 'virgilio.it'),
  ...to('https://mail.tiscali.it/', 'tiscali.it'),
  ...to('https://mail.tim.it/', 'tim.it', 'alice.it'),
  ...to('https://webmail.free.fr/', 'free.fr'),
  ...to('https://www.laposte.net/', 'laposte.net'),
  // They look like slips of others, and are none.
  ...to(
    null,
    'mail.com',
    'email.com',
    'email.it',
    'aol.com',
    'gmx.com',
    'orange.fr',
    'wanadoo.fr',
    'telefonica.net',
  ),
};

function to(webmail: string | null, ...domains: string[]) {
  return Object.fromEntries(domains.map((domain) => [domain, webmail]));
}

/** Where the owner of an address reads their mail, as far as that is known. */
export function webmailOf(email: string): string | null {
  return webmails[domainOf(email)] ?? null;
}

/** A short domain is one or two slips away from many others. */
const SHORTEST_SUGGESTED = 8;
const MOST_SLIPS = 2;

/** The address that was probably meant, such as for `anna@gmial.con`; null where it looks right. */
export function suggestEmail(email: string): string | null {
  const domain = domainOf(email);
  if (!domain.includes('.') || domain in webmails || isForeignBranch(domain)) return null;
  let best: { domain: string; slips: number } | null = null;
  for (const known of Object.keys(webmails)) {
    if (known.length < SHORTEST_SUGGESTED || webmails[known] === null) continue;
    const slips = slipsBetween(domain, known);
    if (slips <= MOST_SLIPS && slips < (best?.slips ?? Infinity)) best = { domain: known, slips };
  }
  return best && `${email.slice(0, email.lastIndexOf('@'))}@${best.domain}`;
}

function domainOf(email: string): string {
  const at = email.lastIndexOf('@');
  return at > 0
    ? email
        .slice(at + 1)
        .trim()
        .toLowerCase()
    : '';
}

/** Two letters that are rather a slip in `.com`, `.it` or `.fr` than a country. */
const slippedCountries: ReadonlySet<string> = new Set(['co', 'cm', 'om', 'ti', 'rf']);

/** A provider we know, in a country we do not list: `hotmail.de`. */
function isForeignBranch(domain: string): boolean {
  const [name, country = ''] = domain.split('.');
  const isCountry = country.length === 2 && !slippedCountries.has(country);
  return isCountry && Object.keys(webmails).some((known) => known.startsWith(`${name}.`));
}

/** How many letters were added, lost, changed or swapped with their neighbour. */
function slipsBetween(typed: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= typed.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= meant.length; j += 1) {
      const same = typed[i - 1] === meant[j - 1];
      const swapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(typed.length, meant.length);
}
