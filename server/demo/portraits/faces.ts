import type { Details } from '#contract/profile/details.ts';
import { brightness, mix } from './colours.ts';
import { seeded, type Choices } from './seeded.ts';

export interface PortraitPerson {
  seed: string;
  gender: 'male' | 'female';
  age: number;
  style: 'garden' | 'terrace';
}

/** What a person would call the colour of their hair. */
export type HairColour = NonNullable<Details['hairColour']>;

interface HairTone {
  name: HairColour;
  base: string;
}

/** What stays the same in all pictures of a person. */
export interface Face {
  skin: string;
  hair: HairTone;
  head: string;
  hairCut: string;
  eyes: string;
  brows: string;
  nose: string;
  beard: string | undefined;
  glasses: string | undefined;
  ageLines: string | undefined;
  earrings: string | undefined;
  lips: string;
  freckles: boolean;
}

type GenderedFeatures = Pick<Face, 'head' | 'hairCut' | 'eyes' | 'brows' | 'nose' | 'beard' | 'earrings'>;

const skins = [
  ['#f8dcc8', 3],
  ['#f3cdb0', 5],
  ['#ebbd99', 6],
  ['#dfa87f', 5],
  ['#c98d64', 3],
  ['#a86f49', 2],
  ['#7f4f33', 1.4],
] as const;
const darkSkins = new Set<string>(['#c98d64', '#a86f49', '#7f4f33']);
const fairSkins = new Set<string>(['#f8dcc8', '#f3cdb0', '#ebbd99']);

const tones = {
  black: { name: 'black', base: '#30232a' },
  darkBrown: { name: 'brown', base: '#4d2f25' },
  brown: { name: 'brown', base: '#6e442b' },
  chestnut: { name: 'brown', base: '#8c5130' },
  darkBlond: { name: 'dark blond', base: '#b08750' },
  blond: { name: 'blond', base: '#e2bb6c' },
  red: { name: 'red', base: '#b24e2b' },
  copper: { name: 'red', base: '#cf7038' },
  dyedRose: { name: 'dyed', base: '#cf6f8d' },
  dyedTeal: { name: 'dyed', base: '#3c8f92' },
  dyedPlum: { name: 'dyed', base: '#84508f' },
} as const satisfies Record<string, HairTone>;

const greys = ['#8d878a', '#aaa5a6', '#c8c4c4', '#ece6de'] as const;

const womensCuts = [
  ['variant13', 3],
  ['variant15', 3],
  ['variant15Long', 4],
  ['variant18', 3],
  ['variant19', 2],
  ['variant20', 1],
  ['variant23', 2],
  ['variant23Long', 3],
  ['variant24', 4],
  ['variant29', 3],
  ['variant31', 2],
  ['variant32', 3],
  ['variant33', 2],
  ['variant35', 3],
  ['variant35Long', 4],
  ['variant37', 3],
  ['variant38', 2],
  ['variant44', 1],
  ['variant05', 1],
] as const;
/** Cuts that both women and men wear, so the rest of the picture has to tell. */
const boyishCuts = new Set<string>(['variant20', 'variant44', 'variant05']);

const mensCuts = [
  ['variant01', 3],
  ['variant02', 4],
  ['variant03', 4],
  ['variant04', 2],
  ['variant05', 1],
  ['variant08', 3],
  ['variant09', 3],
  ['variant22', 3],
  ['variant39', 2],
  ['variant44', 2],
  ['variant47', 3],
] as const;
const youngMensCuts = [...mensCuts, ['variant37', 1], ['variant38', 1.5]] as const;
const thinningCuts = [
  ['variant28', 3],
  ['variant25', 2],
  ['bald', 2],
  ['variant01', 2],
  ['variant02', 2],
  ['variant47', 2],
] as const;

function greyChance({ gender, age }: PortraitPerson): number {
  if (age < 40) return 0;
  if (age < 50) return gender === 'male' ? 0.25 : 0.08;
  if (age < 58) return gender === 'male' ? 0.55 : 0.3;
  return gender === 'male' ? 0.85 : 0.6;
}

function hairOf(person: PortraitPerson, choices: Choices, skin: string): HairTone {
  const dark = darkSkins.has(skin);
  const fair = fairSkins.has(skin) ? 1 : 0.3;
  const natural: HairTone = dark
    ? choices.weighted<HairTone>('hair', [
        [tones.black, 5],
        [tones.darkBrown, 3],
        [tones.brown, 1],
      ])
    : choices.weighted<HairTone>('hair', [
        [tones.black, 3],
        [tones.darkBrown, 4],
        [tones.brown, 4],
        [tones.chestnut, 3],
        [tones.darkBlond, 2.4],
        [tones.blond, 2.4 * fair],
        [tones.red, 1.1 * fair],
        [tones.copper, 0.9 * fair],
      ]);
  if (choices.chance('grey', greyChance(person))) {
    const shade = choices.weighted('grey shade', [
      [greys[0], person.age < 52 ? 4 : 1],
      [greys[1], 3],
      [greys[2], person.age < 48 ? 0.5 : 3],
      [greys[3], person.age < 55 ? 0 : 2],
    ]);
    return { name: natural.name, base: mix(shade, natural.base, 0.1) };
  }
  if (person.gender === 'female' && person.age < 42 && choices.chance('dyed', 0.05)) {
    return choices.pick('dye', [tones.dyedRose, tones.dyedTeal, tones.dyedPlum]);
  }
  return natural;
}

function ageLinesOf(age: number, choices: Choices): string | undefined {
  if (age < 42) return undefined;
  if (age < 50) return choices.chance('lines', 0.6) ? 'few' : undefined;
  if (age < 57) return choices.chance('lines', 0.7) ? 'some' : 'few';
  return choices.chance('lines', 0.7) ? 'many' : 'some';
}

function womansFeatures(person: PortraitPerson, choices: Choices): GenderedFeatures {
  const mature = person.age >= 45;
  const hairCut = choices.weighted('cut', womensCuts);
  return {
    head: choices.pick('head', ['variant03', 'variant04']),
    hairCut,
    eyes: choices.weighted('eyes', [
      ['variant11', 5],
      ['variant12Lashes', mature ? 4 : 3],
      ['variant04Lashes', mature ? 1 : 2],
      ['variant06Lashes', 3],
      ['variant20Lashes', 1],
    ]),
    brows: choices.pick('brows', ['variant07', 'variant05', 'variant09', 'variant02']),
    nose: choices.weighted('nose', [
      ['variant04', 4],
      ['variant05', mature ? 3 : 2],
      ['variant06', mature ? 0.5 : 2],
      ['variant01', mature ? 2 : 1],
    ]),
    beard: undefined,
    earrings: choices.weighted('earrings', [
      [undefined, boyishCuts.has(hairCut) ? 0 : 4],
      ['hoop', 3],
      ['drop', 2],
      ['pearl', mature ? 3 : 1.5],
    ]),
  };
}

function mansFeatures(person: PortraitPerson, choices: Choices, hair: HairTone): GenderedFeatures {
  const thinning = choices.chance('thinning', person.age < 34 ? 0.06 : person.age < 48 ? 0.22 : 0.42);
  const usual = person.age < 42 ? youngMensCuts : mensCuts;
  const hairCut = thinning ? choices.weighted('cut', thinningCuts) : choices.weighted('cut', usual);
  // A smooth, slim face makes a grown man a boy.
  const young = person.age < 35;
  // A small pale beard looks pasted on.
  const fairHaired = brightness(hair.base) > 0.5;
  const longHaired = hairCut === 'variant37' || hairCut === 'variant38';
  const beard = choices.weighted('beard', [
    [undefined, longHaired ? 0 : young ? 1.5 : 4],
    ['stubble', longHaired ? 1 : 4],
    ['short', 3],
    ['full', 1.5],
    ['goatee', fairHaired || longHaired ? 0 : 0.8],
    ['moustache', fairHaired || longHaired ? 0 : 0.8],
  ]);
  return {
    // The trimmed beards follow the first head's jaw.
    head:
      !young && (beard === undefined || beard === 'moustache')
        ? choices.pick('head', ['variant01', 'variant02'])
        : 'variant01',
    hairCut,
    eyes: choices.weighted('eyes', [
      ['variant08', 4],
      ['variant12', 3],
      ['variant06', 4],
      ['variant04', 2],
      ['variant20', 1],
    ]),
    brows: choices.weighted('brows', [
      ['strong', 4],
      ['straight', 4],
      ['variant07', 2],
      ['variant02', 1],
    ]),
    nose: choices.weighted('nose', [
      ['variant01', 5],
      ['variant05', 3],
      ['variant04', 2],
    ]),
    beard,
    earrings: person.age < 45 && choices.chance('earrings', 0.08) ? 'variant02' : undefined,
  };
}

export function faceOf(person: PortraitPerson): Face {
  const choices = seeded(`${person.seed} ${person.gender}`);
  const skin = choices.weighted('skin', skins);
  const older = person.age >= 48;
  const wearsGlasses = choices.chance('glasses', older ? 0.34 : 0.17);
  const hair = hairOf(person, choices, skin);
  const shared = {
    skin,
    hair,
    ageLines: ageLinesOf(person.age, choices),
    glasses: wearsGlasses
      ? choices.weighted('frames', [
          ['variant01', 3],
          ['variant03', 3],
          ['variant04', 3],
        ])
      : undefined,
    lips:
      person.gender === 'female'
        ? choices.pick(
            'lips',
            darkSkins.has(skin)
              ? ['#b03a52', '#8f2438', '#c24a58']
              : ['#bb4a5c', '#c4584c', '#a63a4e', '#c4626e'],
          )
        : mix(skin, '#a3493c', 0.42),
    freckles: choices.chance(
      'freckles',
      darkSkins.has(skin) ? 0.03 : person.gender === 'female' && person.age < 45 ? 0.16 : 0.06,
    ),
  };
  return {
    ...shared,
    ...(person.gender === 'female' ? womansFeatures(person, choices) : mansFeatures(person, choices, hair)),
  };
}

export function hairColourOf(person: PortraitPerson): HairColour {
  return faceOf(person).hair.name;
}
