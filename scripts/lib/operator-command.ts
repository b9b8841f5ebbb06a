import { parseArgs } from 'node:util';
import { explainUnlawful } from '#server/brands/rules/check-brand.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Environment } from '#server/platform/config/config.ts';
import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { inviteOwnerByFile } from './invite-owner.ts';
import { printLink, printPartnerKey, printPostbackKey } from './print-link.ts';
import { listMails, printMail } from './print-mail.ts';
import { withDatabase } from './reach-database.ts';
import type { CommandContext, Terminal } from './reach-database.ts';

const usage = `Usage:
  npm run -s serenata -- brand save FILE [--note WORDS]
                                           make a brand from a file, or bring it up to date
  npm run -s serenata -- brand list        the brands, their hostnames, what is published and what is drafted
  npm run -s serenata -- brand export KEY  what is live, as such a file
  npm run -s serenata -- brand publish KEY [--note WORDS]
                                           all that is drafted of a brand
  npm run -s serenata -- brand rollback KEY --to PUBLICATION [--note WORDS]
                                           a brand as it was after that publication; what was sold stays as it was sold
  npm run -s serenata -- link PURPOSE --brand KEY --email ADDRESS [--red /path]
                                           the address of a link: reset, confirm, autologin, external, unsubscribe;
                                           external also takes --region, --city and --source
  npm run -s serenata -- mails             the mails that have not been sent yet, newest first: id, state, brand, template, address
  npm run -s serenata -- mail ID|ADDRESS   one of them, or the newest to an address, with links that are made now
  npm run -s serenata -- owner [--email ADDRESS]
                                           a file with a link for the first owner, or for one who has lost password or second factor
  npm run -s serenata -- partner-key --brand KEY --partner NAME
                                           the key with which a partner makes external links
  npm run -s serenata -- postback-key --brand KEY --network NAME
                                           the key with which an advertising network checks what it is told
  npm run -s serenata -- seed [--new-password]
                                           fill the database with the demo, once; later it draws what pictures are lost
  npm run -s serenata -- moderate list [--brand KEY] [--kind profile|photo|chat_photo|review]
                                           what waits for moderation, oldest first: kind, id, brand, version and words
  npm run -s serenata -- moderate approve KIND ID --brand KEY [--version VERSION]
  npm run -s serenata -- moderate refuse KIND ID --brand KEY --reason REASON [--version VERSION]
                                           others may see it, or nobody does and its owner is told why; only the version
                                           that you have read, or without one what is listed at that moment
  npm run -s serenata -- profile reserved --brand KEY
                                           the profiles that flows may keep for those who have paid
  npm run -s serenata -- profile reserve ID --brand KEY
  npm run -s serenata -- profile open ID --brand KEY
                                           keep a profile of the staff's or the AI's for them, or no longer
  npm run -s serenata -- profile import FILE --brand KEY [--pictures ZIP] [--apply|--undo]
                                           house profiles from a CSV or JSON: what would be made and why not, or with
                                           --apply made; the same again goes on where it broke off; --map column=field,…
                                           --kind staff|ai --origin own_drawing|licensed|consented --statement WORDS --shown
  npm run -s serenata -- payments ask ATTEMPT
                                           ask the provider now what became of a charge, and record it
  npm run -s serenata -- payments retry REFUND|ATTEMPT|PROVIDER:EVENT|JOB
                                           a refund that failed, a charge without outcome, a parked event, a dead job
  npm run -s serenata -- payments refund ATTEMPT [CENTS] --reason WORDS
                                           give back what is left of a charge, or so many cents
  npm run -s serenata -- payments drain [--seconds 300]
                                           work off all that is due: webhooks, polls, refunds, renewals, receipts
  npm run -s serenata -- payments blocks BRAND
                                           what the brand takes no money from, newest first: id, day, what it stops, what, why
  npm run -s serenata -- payments unblock BLOCK --reason WORDS
                                           they can pay again;
                                           each of them answers in JSON with --json
  npm run -s serenata -- provider list     which payment providers are turned off, and why
  npm run -s serenata -- provider off NAME [--only charges] [--brand KEY] --reason REASON
  npm run -s serenata -- provider on NAME [--brand KEY] --reason REASON
                                           no call to it is made any more, or no new charge; every node obeys within seconds`;

const text = { type: 'string' } as const;
const options = {
  brand: text,
  email: text,
  red: text,
  region: text,
  city: text,
  source: text,
  partner: text,
  network: text,
  kind: text,
  reason: text,
  version: text,
  seconds: text,
  json: { type: 'boolean', default: false },
  only: text,
  note: text,
  to: text,
  pictures: text,
  map: text,
  origin: text,
  statement: text,
  shown: { type: 'boolean', default: false },
  apply: { type: 'boolean', default: false },
  undo: { type: 'boolean', default: false },
  'new-password': { type: 'boolean', default: false },
} as const;

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartupFault(`${(error as Error).message}\n\n${usage}`);
  }
}

type Work = (context: CommandContext) => Promise<void>;

function chooseWork({ positionals, values }: ReturnType<typeof readArguments>): Work {
  const [noun, verb, argument] = positionals;
  if (noun === 'brand' && (verb === 'list' || (verb && argument))) {
    return async (context) => {
      const { brands } = await import('./brands.ts');
      await brands(context, [verb, argument], values, usage);
    };
  }
  if (noun === 'link' && verb) return (context) => printLink(context, verb, values);
  if (noun === 'owner') return (context) => inviteOwnerByFile(context, values);
  if (noun === 'mails') return listMails;
  if (noun === 'mail' && verb) return (context) => printMail(context, verb);
  if (noun === 'partner-key') return (context) => printPartnerKey(context, values);
  if (noun === 'postback-key') return (context) => printPostbackKey(context, values);
  if (noun === 'moderate') {
    return async (context) => {
      const { moderate } = await import('./moderate.ts');
      await moderate(context, positionals.slice(1), values);
    };
  }
  if (noun === 'profile') {
    return async (context) => {
      const { reserve } = await import('./reserve.ts');
      await reserve(context, positionals.slice(1), values);
    };
  }
  if (noun === 'provider') {
    return async (context) => {
      const { switchProviders } = await import('./switch-provider.ts');
      await switchProviders(context, positionals.slice(1), values);
    };
  }
  throw new StartupFault(usage);
}

/** Answers with the exit code, where there is more to say than that it was done. */
async function run(
  args: string[],
  readEnvironment: () => Environment,
  terminal: Terminal,
): Promise<number | void> {
  const given = readArguments(args);
  if (given.positionals.join(' ') === 'seed') {
    // Loaded only now: it loads the whole server, which the other commands do without.
    const { seed } = await import('./seed.ts');
    return seed(readConfig(readEnvironment()), terminal, { newPassword: given.values['new-password'] });
  }
  if (given.positionals[0] === 'payments') {
    const { payments } = await import('./payments.ts');
    return payments(readConfig(readEnvironment()), terminal, given.positionals.slice(1), given.values);
  }
  if (given.positionals[0] === 'profile' && given.positionals[1] === 'import') {
    const { importProfiles } = await import('./import-profiles.ts');
    return importProfiles(readConfig(readEnvironment()), terminal, given.positionals[2], given.values);
  }
  const work = chooseWork(given);
  const config = readConfig(readEnvironment());
  await withDatabase(config, (db) => work({ config, db, terminal }));
}

/** Does what an operator asks for, and answers with the exit code. */
export async function runOperatorCommand(
  args: string[],
  readEnvironment: () => Environment,
  terminal: Terminal,
): Promise<number> {
  try {
    return (await run(args, readEnvironment, terminal)) ?? 0;
  } catch (thrown) {
    const error = explainUnlawful(thrown);
    terminal.error(error instanceof StartupFault ? error.message : error);
    return 1;
  }
}
