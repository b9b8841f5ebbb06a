/** What the trial accounts have written with others. */

import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import type { TrialAccount } from './accounts.ts';
import type { DemoCountry } from './brand.ts';
import { demoId } from './brand.ts';
import { seeded } from './portraits/seeded.ts';
import { wordsOf } from './words.ts';
import type { ConversationWords, Script } from './words.ts';

/** A person to talk to. */
interface Talker {
  id: string;
  kind: ProfileKind;
  gender: Gender;
  /** Null where any gender will do. */
  seeks: Gender | null;
}

/** What a trial account has talked about, with whom, and how it stands. */
interface Plan {
  kind: ProfileKind;
  script: (words: ConversationWords) => Script;
  /** The one who began has the last word, and the other one owes an answer. */
  open?: true;
  /** The other one began. */
  theirs?: true;
  /** The account's owner has not read the other one's last words. */
  unread?: true;
  ago: number;
}

const INVITATION: Plan = {
  kind: 'member',
  script: ({ invitation }) => ({ lines: [], asks: `> ${invitation}` }),
  open: true,
  ago: 3 * HOUR,
};

const usual: readonly Plan[] = [
  { kind: 'member', script: ({ member }) => member[0], unread: true, ago: 20 * MINUTE },
  { kind: 'staff', script: ({ staff }) => staff[1], ago: 5 * HOUR },
  { kind: 'ai', script: ({ ai }) => ai[0], ago: 2 * DAY },
];

/** By the account's name in Italian. Who has only just come, or cannot come in, has no conversations. */
const plans: Readonly<Record<string, readonly Plan[]>> = {
  libero: [
    { kind: 'member', script: ({ member }) => member[0], unread: true, ago: 12 * MINUTE },
    { kind: 'staff', script: ({ staff }) => staff[0], open: true, ago: 40 * MINUTE },
    { kind: 'ai', script: ({ ai }) => ai[0], ago: 7 * HOUR },
    { kind: 'member', script: ({ member }) => member[2], theirs: true, open: true, unread: true, ago: DAY },
  ],
  crediti: [
    { kind: 'member', script: ({ long }) => long, unread: true, ago: 8 * MINUTE },
    { kind: 'staff', script: ({ staff }) => staff[1], open: true, ago: 90 * MINUTE },
    { kind: 'ai', script: ({ ai }) => ai[1], ago: 30 * HOUR },
  ],
  vip: [
    { kind: 'member', script: ({ photo }) => photo, unread: true, ago: 15 * MINUTE },
    { kind: 'staff', script: ({ staff }) => staff[2], unread: true, ago: 4 * HOUR },
    { kind: 'ai', script: ({ ai }) => ai[1], ago: 3 * DAY },
  ],
  donna: [
    {
      kind: 'member',
      script: ({ member }) => member[1],
      theirs: true,
      open: true,
      unread: true,
      ago: 9 * MINUTE,
    },
    { kind: 'member', script: ({ photo }) => photo, ago: 6 * HOUR },
    { kind: 'staff', script: ({ staff }) => staff[2], open: true, ago: 2 * HOUR },
    { kind: 'ai', script: ({ ai }) => ai[0], ago: 2 * DAY },
  ],
  plain: usual,
  conferma: usual,
  eta: usual,
  inviti: [INVITATION, ...usual],
  ai: usual,
};

export interface DemoMessage {
  id: string;
  own: boolean;
  text: string;
  at: Date;
  hasPhoto: boolean;
}

export interface DemoConversation {
  id: string;
  trial: TrialAccount;
  other: Talker;
  messages: readonly DemoMessage[];
  /** The account's owner pays. */
  pays: boolean;
  /** So many at the end are unread by the one participant and by the other. */
  unread: number;
  unreadByOther: number;
  invitation: boolean;
}

/** The same accounts and people give the same conversations, always; they ended a little before now. */
export function demoConversations(
  country: DemoCountry,
  trials: readonly TrialAccount[],
  people: readonly Talker[],
  now: Date,
): DemoConversation[] {
  return trials.flatMap((trial) => {
    // Those who try the accounts do not find each other there.
    const taken = new Set(trials.map(({ profileId }) => profileId));
    return (plans[trial.name] ?? []).flatMap((plan) => {
      const other = partnerOf(trial, plan.kind, people, taken);
      if (!other) return [];
      taken.add(other.id);
      return converse(trial, other, plan, wordsOf[country].conversations, now);
    });
  });
}

/** A person whom the account's owner could have found, and who could have found them. */
function partnerOf(trial: TrialAccount, kind: ProfileKind, people: readonly Talker[], taken: Set<string>) {
  const choices = seeded(`${trial.profileId} partners`);
  const fitting = people.filter(
    (person) =>
      person.kind === kind &&
      person.gender === trial.seeks &&
      (person.seeks ?? trial.gender) === trial.gender &&
      !taken.has(person.id),
  );
  return fitting.toSorted((one, two) => choices.number(one.id) - choices.number(two.id))[0];
}

function converse(
  trial: TrialAccount,
  other: Talker,
  plan: Plan,
  words: ConversationWords,
  now: Date,
): DemoConversation {
  const { lines, asks } = plan.script(words);
  const said = plan.open ? [...lines, asks] : lines;
  const seed = `${trial.profileId} ${other.id}`;
  const times = timesOf(seed, said.length, new Date(now.getTime() - plan.ago));
  const messages = said.map((line, index): DemoMessage => {
    const [, sign = '', photo, text = ''] = /^([<>])(\*?) (.*)$/.exec(line) ?? [];
    return {
      id: demoId(`${seed} message ${index}`, index),
      own: (sign === '>') !== (plan.theirs ?? false),
      text,
      at: times[index] ?? now,
      hasPhoto: photo === '*',
    };
  });
  const atEnd = (own: boolean) =>
    messages.length - 1 - messages.findLastIndex((message) => message.own !== own);
  return {
    id: demoId(`${seed} conversation`),
    trial,
    other,
    messages,
    pays: !plan.theirs || other.kind !== 'member',
    unread: plan.unread ? atEnd(false) : 0,
    unreadByOther: plan.open && !plan.theirs ? atEnd(true) : 0,
    invitation: plan === INVITATION,
  };
}

/** A minute or a few between two messages, the last one at the end. */
function timesOf(seed: string, count: number, end: Date): Date[] {
  const choices = seeded(seed);
  const times: Date[] = [];
  let at = end.getTime();
  for (let index = count - 1; index >= 0; index -= 1) {
    times.unshift(new Date(at));
    at -= Math.round(choices.between(`pause ${index}`, 0.3, 6) * MINUTE);
  }
  return times;
}
