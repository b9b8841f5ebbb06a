import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { seeded } from './portraits/seeded.ts';
import type { HostWords, Line, Passion, Topic, Words } from './words.ts';

export interface Speaker {
  seed: string;
  kind: ProfileKind;
  gender: Gender;
  seeks: Gender;
  age: number;
  town: string;
}

export interface OwnWords {
  about: string;
  description: string;
  lookingFor: string;
}

type Part = 'life' | 'passion' | 'quirk';
const layouts: readonly (readonly Part[])[] = [
  ['life', 'passion', 'quirk'],
  ['passion', 'life', 'quirk'],
  ['life', 'quirk', 'passion'],
  ['life', 'passion'],
  ['passion', 'quirk'],
];

/** Gives people their words. What has been said least so far comes first, so that neighbours rarely say the same. */
export function createComposer(words: Words, title: string): (speaker: Speaker) => OwnWords {
  const uses = new Map<unknown, number>();
  const wordsOf = createWordFinder();

  function leastSaid<T>(
    speaker: Speaker,
    question: string,
    options: readonly T[],
    textOf: (option: T) => string,
    said = '',
  ): T {
    const choices = seeded(speaker.seed);
    const known = wordsOf(said);
    const scored = options.map((option) => ({
      option,
      score: (uses.get(option) ?? 0) + wordsOf(textOf(option)).intersection(known).size / 2,
    }));
    const least = Math.min(...scored.map(({ score }) => score));
    const chosen = choices.pick(
      question,
      scored.filter(({ score }) => score === least),
    ).option;
    uses.set(chosen, (uses.get(chosen) ?? 0) + 1);
    return chosen;
  }

  function line(speaker: Speaker, question: string, lines: readonly Line[], said = ''): string {
    const fitting = lines.filter((option) => fits(option, speaker.age));
    return textOfLine(leastSaid(speaker, question, fitting, textOfLine, said));
  }

  function memberWords(speaker: Speaker): OwnWords {
    const choices = seeded(speaker.seed);
    const life = line(speaker, 'life', words.lives);
    const passion = leastSaid<Passion>(
      speaker,
      'passion',
      words.passions,
      ({ text }) => text.join(' '),
      life,
    );
    const about = line(
      speaker,
      'about',
      choices.chance('own line', 0.35) ? words.abouts : passion.about,
      life,
    );
    const passionLine = line(speaker, 'told', passion.text, `${life} ${about}`);
    const quirk = line(speaker, 'quirk', words.quirks, `${life} ${about} ${passionLine}`);
    const parts: Record<Part, string> = { life, passion: passionLine, quirk };
    const seeks = line(speaker, 'seeks', words.seeks);
    const hope = choices.chance('hopes', 0.65) ? line(speaker, 'hope', words.hopes, seeks) : '';
    return {
      about,
      description: choices
        .pick('layout', layouts)
        .map((part) => parts[part])
        .join(' '),
      lookingFor: [seeks, hope].filter(Boolean).join(' '),
    };
  }

  function hostWords(speaker: Speaker, host: HostWords): OwnWords {
    const topic = leastSaid<Topic>(speaker, 'topic', words.topics, ({ of }) => of);
    const onTopic = (text: string) =>
      text.replace('{short}', topic.short).replace('{of}', topic.of).replace('{ask}', topic.ask);
    const opening = line(speaker, 'opening', host.opening);
    return {
      about: onTopic(line(speaker, 'about', host.about, topic.short)),
      description: [
        opening,
        onTopic(line(speaker, 'on topic', host.topic)),
        line(speaker, 'closing', host.closing),
      ].join(' '),
      lookingFor: line(speaker, 'looking for', host.lookingFor),
    };
  }

  return (speaker) => {
    const own = speaker.kind === 'member' ? memberWords(speaker) : hostWords(speaker, words[speaker.kind]);
    const fill = (text: string) => fillIn(text, speaker, title);
    return { about: fill(own.about), description: fill(own.description), lookingFor: fill(own.lookingFor) };
  };
}

/** Long words tell what a sentence is about. The same sentences are looked at again and again. */
function createWordFinder(): (text: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (text) => {
    const found = known.get(text) ?? new Set(text.toLowerCase().match(/\p{L}{4,}/gu));
    known.set(text, found);
    return found;
  };
}

function fits(option: Line, age: number): boolean {
  return typeof option === 'string' || (option[0] <= age && age <= option[1]);
}

function textOfLine(option: Line): string {
  return typeof option === 'string' ? option : option[2];
}

/** What the brackets stand for is explained in `words.ts`. */
function fillIn(text: string, { gender, seeks, town }: Speaker, title: string): string {
  return text
    .replaceAll('{ad}', town.startsWith('A') ? 'ad' : 'a')
    .replaceAll('{town}', town)
    .replaceAll('{title}', title)
    .replaceAll(/\{([^{}|]*)\|([^{}|]*)\}/g, (_, male: string, female: string) =>
      gender === 'male' ? male : female,
    )
    .replaceAll(/\[([^[\]|]*)\|([^[\]|]*)\]/g, (_, male: string, female: string) =>
      seeks === 'male' ? male : female,
    );
}
