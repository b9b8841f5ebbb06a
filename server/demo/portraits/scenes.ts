import { distance } from './colours.ts';
import type { Face, PortraitPerson } from './faces.ts';
import { gardenCloths, gardenLandscapes, ink as gardenInk } from './garden-landscapes.ts';
import { gardenNooks } from './garden-nooks.ts';
import type { Scene, SceneMaker } from './scene.ts';
import { seeded } from './seeded.ts';
import { ink as terraceInk, terraceCloths, terracePatterns } from './terrace-patterns.ts';
import { terraceViews } from './terrace-views.ts';

interface PictureStyle {
  ink: string;
  cloths: readonly string[];
  scenes: Readonly<Record<string, SceneMaker>>;
}

export const pictureStyles: Record<PortraitPerson['style'], PictureStyle> = {
  garden: { ink: gardenInk, cloths: gardenCloths, scenes: { ...gardenLandscapes, ...gardenNooks } },
  terrace: { ink: terraceInk, cloths: terraceCloths, scenes: { ...terracePatterns, ...terraceViews } },
};

function standsOut(face: Face, { aroundHead }: Scene): boolean {
  return distance(face.hair.base, aroundHead) > 0.2 && distance(face.skin, aroundHead) > 0.09;
}

/** Every picture of a person is taken somewhere else, where hair and face don't melt into the background. */
export function sceneOf(person: PortraitPerson, face: Face, picture: number): Scene {
  const order = seeded(`${person.seed} scenes`);
  const makers = Object.entries(pictureStyles[person.style].scenes)
    .map(([name, maker]) => ({ name, maker, place: order.number(name) }))
    .toSorted((first, second) => first.place - second.place);
  const suitable: Scene[] = [];
  const others: Scene[] = [];
  for (const { name, maker } of makers) {
    const tries = Array.from(
      { length: 5 },
      (_, attempt) => () => maker(seeded(`${person.seed} ${name} ${attempt}`)),
    );
    const [first] = tries;
    const found = tries
      .values()
      .map((make) => make())
      .find((scene) => standsOut(face, scene));
    if (found) suitable.push(found);
    else if (first) others.push(first());
    if (suitable.length > picture) break;
  }
  const all = [...suitable, ...others];
  const scene = all[picture % all.length];
  if (!scene) throw new Error(`No scenes for ${person.style}`);
  return scene;
}
