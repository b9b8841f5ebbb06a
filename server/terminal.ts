import type { App } from './app.ts';
import { demoAccounts } from './demo/accounts.ts';
import { findDemoPassword } from './demo/password.ts';
import { siteOrigin } from './platform/http/origins.ts';
import { makeFirstOwner } from './staff/first-owner.ts';
import { inviteFirstOwner } from './staff/owner-invitation.ts';
import type { RunningServer } from './start.ts';

/** Says where the sites are and how to get in. */
export async function announce({ app, port }: Pick<RunningServer, 'app' | 'port'>): Promise<void> {
  const lines = ['', `Serenata is running on port ${port}.`, ''];
  for (const brand of app.brands.all()) {
    lines.push(`  ${brand.settings.title.padEnd(12)} ${siteOrigin(app, brand)}/`);
  }
  for (const { name, reason } of app.brands.refused())
    lines.push('', `  Left out: ${name}`, ...reason.split('\n').map((line) => `    ${line}`));
  const [first] = app.brands.all();
  lines.push(
    `  ${'Console'.padEnd(12)} ${first ? siteOrigin(app, first) : app.origins.of('localhost')}/console/`,
    '',
  );
  if (!first)
    lines.push(
      'No brand is published yet: the console makes the first one. Until then it is reached at every hostname that leads here.',
      '',
    );
  lines.push(...(app.config.environment === 'production' ? await warnOfDemo(app) : await describeDemo(app)));
  lines.push(...(await welcomeOwner(app)));
  console.log(lines.join('\n'));
}

/** The demo is there to be tried. Anywhere else nothing is printed that opens the console. */
async function welcomeOwner(app: App): Promise<string[]> {
  const { environment, seedDemo, roles } = app.config;
  if (!roles.includes('web')) return [];
  if (seedDemo && environment !== 'production') {
    const owner = await makeFirstOwner(app);
    return owner ? [`Console sign-in, shown this once: ${owner.email} with ${owner.password}`, ''] : [];
  }
  const file = await inviteFirstOwner(app);
  return file
    ? [
        `Nobody owns this yet: the link in ${file} makes its reader the owner, once, within a day.`,
        'Another one is written at the next start, or by `npm run -s serenata -- owner`.',
        '',
      ]
    : [];
}

/** What a process prints in production ends up in logs that many read, so that the password is not in it. */
async function warnOfDemo(app: App): Promise<string[]> {
  const { length } = await demoAccounts(app);
  if (length === 0) return [];
  return [
    `Demo accounts: ${length}, all with the password that lies in DATA_DIR. This is no place for members.`,
    '',
  ];
}

/** The demo accounts, where there are any, and their password, where this node knows it. */
export async function describeDemo(app: App): Promise<string[]> {
  const accounts = await demoAccounts(app);
  if (accounts.length === 0) return [];
  const password = await findDemoPassword(app);
  return [
    password
      ? `Demo accounts (password ${password}):`
      : 'Demo accounts (their password is with the node that made them; `npm run -s serenata -- seed --new-password` makes another):',
    ...accounts.map(({ brand, email, note }) => `  ${brand.padEnd(10)} ${email.padEnd(36)} ${note}`),
    '',
  ];
}

const CLEAR_LINE = '\r\u001B[K';

/**
 * Tells on the terminal what is being done. Progress of one step stays on one line; where there is no terminal but a file, each
 * tenth of it is a line.
 */
export function showSteps(output: Pick<typeof process.stderr, 'isTTY' | 'write'> = process.stderr) {
  const startedAt = performance.now();
  let current = '';
  let shownTenth = 0;
  return {
    step(what: string): void {
      const [, name = what, done = '0', total = '1'] =
        /^([^(]*) \((\d+) of (\d+)(?:: [^()]*)?\)$/.exec(what) ?? [];
      const isNew = name !== current;
      const tenth = Math.floor((10 * Number(done)) / Math.max(1, Number(total)));
      if (output.isTTY) output.write(`${CLEAR_LINE}${isNew ? current && '\n' : ''}  ${what} …`);
      else if (isNew || tenth > shownTenth) output.write(`  ${what} …\n`);
      current = name;
      shownTenth = isNew ? tenth : Math.max(shownTenth, tenth);
    },
    end(): void {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      output.write(`${output.isTTY ? CLEAR_LINE : ''}  Ready after ${seconds} s.\n`);
    },
  };
}
