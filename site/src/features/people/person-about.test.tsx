import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { Person } from '#contract/profile/people.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { samplePerson } from '#site/testing/sample-people.ts';
import { Facts } from './person-about.tsx';

const texts = await createTexts('it', ['person', 'details', 'interests']);

const anna = samplePerson({
  age: 38,
  description: 'Cucino troppo per una persona sola.',
  lookingFor: ' ',
});

const titlesOf = (person: Person) => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <Facts person={person} />
    </I18nextProvider>,
  );
  return [...html.matchAll(/<(?:h2|dt)[^>]*>([^<]*)</g)].map(([, title]) => title);
};

test('what a member has not said has no line on the page', () => {
  expect(titlesOf(anna)).toEqual(['Qualche dettaglio', 'Età', 'Sesso', 'Dove vive', 'Di sé']);
});

test('what is said has one, in the order of the page', () => {
  const said = {
    about: 'Rido spesso.',
    lookingFor: 'Calma.',
    hairColour: 'red',
    height: 168,
    weight: 60,
  } as const;
  expect(titlesOf({ ...anna, ...said })).toEqual([
    'In breve',
    'Qualche dettaglio',
    'Età',
    'Sesso',
    'Altezza',
    'Capelli',
    'Peso',
    'Dove vive',
    'Di sé',
    'Che cosa cerca',
  ]);
});
