import { Avatar } from '@dicebear/core';
import { brightness, distance, mix } from './colours.ts';
import type { Face, PortraitPerson } from './faces.ts';
import { figureStyle } from './figure-style.ts';
import { mensGarments, summerDresses, womensGarments } from './garments.ts';
import type { Scene } from './scene.ts';
import { pictureStyles } from './scenes.ts';
import { seeded, type Choices } from './seeded.ts';

/** Garments that leave room for a necklace. */
const openNecks = new Set([
  'pointedF',
  'scoopF',
  'scoopStripesF',
  'scoopDotsF',
  'dressF',
  'dressDotsF',
  'wrapF',
  'wrapDotsF',
  'offShoulderF',
  'cardiganF',
  'blazerF',
  'crewF',
]);

function expressionOf({ gender }: PortraitPerson, face: Face, picture: number, choices: Choices) {
  const happy = picture > 0 && choices.chance('joy', picture === 1 ? 0.6 : 0.25);
  const eyes = happy && !face.glasses ? (gender === 'female' ? 'joyLashes' : 'joy') : face.eyes;
  const mouth = happy
    ? choices.weighted('mouth', [
        ['Laugh', 3],
        ['Grin', 2],
      ])
    : choices.weighted('mouth', [
        ['Smile', 4],
        ['Soft', picture === 0 ? 2 : 3],
        ['Beam', 3],
        ['Grin', 2],
      ]);
  const covered = face.beard === 'short' || face.beard === 'full';
  return { eyes, mouth: gender === 'female' || covered ? `lips${mouth}` : mouth.toLowerCase() };
}

function clothesOf({ gender, age, style }: PortraitPerson, face: Face, scene: Scene, choices: Choices) {
  const { cloths, ink } = pictureStyles[style];
  const womens = age < 50 ? { ...womensGarments, ...summerDresses } : womensGarments;
  const wardrobe = Object.keys(gender === 'female' ? womens : mensGarments);
  const fitting = cloths.filter(
    (cloth) =>
      scene.aroundShoulders.every((colour) => distance(cloth, colour) > 0.2) &&
      distance(cloth, face.skin) > 0.13 &&
      distance(cloth, face.hair.base) > 0.12,
  );
  const cloth = choices.pick('cloth', fitting.length > 0 ? fitting : cloths);
  const pale = brightness(cloth) > 0.72;
  const accents = cloths.filter((other) => distance(cloth, other) > 0.3 && brightness(other) > 0.72 !== pale);
  return {
    garment: choices.pick('garment', wardrobe),
    cloth,
    shade: brightness(cloth) < 0.3 ? mix(cloth, '#ffffff', 0.24) : mix(cloth, ink, pale ? 0.2 : 0.3),
    accent: choices.pick('accent', accents.length > 0 ? accents : ['#fffaf3']),
  };
}

function shown(name: string, variant: string | undefined): Record<string, unknown> {
  return variant === undefined
    ? { [`${name}Probability`]: 0 }
    : { [`${name}Variant`]: variant, [`${name}Probability`]: 100 };
}

function shadeOf(skin: string): string {
  return brightness(skin) < 0.5 ? mix(skin, '#2a0f10', 0.3) : mix(skin, '#8c3a2c', 0.24);
}

/** A person as an SVG document whose canvas is `figureCanvas`. */
export function figureSvg(person: PortraitPerson, face: Face, scene: Scene, picture: number): string {
  const choices = seeded(`${person.seed} picture ${picture}`);
  const { ink } = pictureStyles[person.style];
  const { eyes, mouth } = expressionOf(person, face, picture, choices);
  const clothes = clothesOf(person, face, scene, choices);
  const woman = person.gender === 'female';
  const hair = face.hair.base;
  const sunglasses =
    person.style === 'terrace' && picture > 0 && !face.glasses && choices.chance('sun', 0.16);
  const necklace =
    woman && openNecks.has(clothes.garment)
      ? choices.weighted('necklace', [
          [undefined, 4],
          ['pendant', 3],
          ['chain', 3],
          ['pearls', person.age > 45 ? 2 : 0.7],
        ])
      : undefined;
  const metal = choices.pick('metal', ['#e3b04b', '#e9c46a', '#d9dde3']);
  return new Avatar(figureStyle, {
    seed: `${person.seed} ${picture}`,
    bodyVariant: person.gender,
    headVariant: face.head,
    hairVariant: face.hairCut,
    eyesVariant: eyes,
    eyebrowsVariant: face.brows,
    noseVariant: face.nose,
    mouthVariant: mouth,
    clothesVariant: clothes.garment,
    ...shown('ageLines', face.ageLines),
    ...shown('beard', face.beard),
    ...shown('cheeks', 'soft'),
    ...shown('earrings', face.earrings),
    ...shown('freckles', face.freckles ? 'variant01' : undefined),
    ...shown('glasses', sunglasses ? 'variant02' : face.glasses),
    ...shown('necklace', necklace),
    skinColor: face.skin,
    skinShadeColor: shadeOf(face.skin),
    blushColor: mix(face.skin, '#dc4a3c', woman ? 0.55 : 0.4),
    hairColor: hair,
    hairShadeColor: mix(hair, ink, brightness(hair) > 0.6 ? 0.22 : 0.34),
    stubbleColor: mix(hair, ink, 0.55),
    eyebrowsColor: brightness(hair) > 0.45 ? mix(hair, '#4d2f25', 0.55) : mix(hair, ink, 0.4),
    outlineColor: ink,
    eyesColor: ink,
    noseColor: ink,
    glassesColor: ink,
    earringsColor: metal,
    metalColor: metal,
    frecklesColor: mix(face.skin, '#8c3a2c', 0.4),
    lipsColor: face.lips,
    mouthColor: woman ? mix(face.lips, ink, 0.72) : ink,
    clothColor: clothes.cloth,
    clothShadeColor: clothes.shade,
    clothAccentColor: clothes.accent,
  }).toString();
}
