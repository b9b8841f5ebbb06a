/** People who stand on the pages of a preview. Their names and their drawn faces say that no person is behind them. */

import type { User } from '#contract/account/user.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { noDetails } from '#contract/profile/details.ts';
import type { Person } from '#contract/profile/people.ts';

interface SampleWords {
  names: readonly string[];
  about: string;
  lookingFor: string;
  hello: string;
  answer: string;
  question: string;
}

export const sampleWords: Record<Language, SampleWords> = {
  it: {
    names: ['Esempio Uno', 'Esempio Due', 'Esempio Tre', 'Esempio Quattro', 'Esempio Cinque', 'Esempio Sei'],
    about: 'Un profilo di esempio: serve a vedere la pagina, dietro non c’è nessuno.',
    lookingFor: 'Qui starebbe quello che una persona cerca, con parole sue.',
    hello: 'Buonasera! Questo è un messaggio di esempio.',
    answer: 'E questa è una risposta, un po’ più lunga, per vedere come va a capo una frase nella chat.',
    question: 'Ci sentiamo domani?',
  },
  es: {
    names: ['Ejemplo Uno', 'Ejemplo Dos', 'Ejemplo Tres', 'Ejemplo Cuatro', 'Ejemplo Cinco', 'Ejemplo Seis'],
    about: 'Un perfil de ejemplo: sirve para ver la página, detrás no hay nadie.',
    lookingFor: 'Aquí estaría lo que una persona busca, con sus propias palabras.',
    hello: '¡Buenas noches! Este es un mensaje de ejemplo.',
    answer: 'Y esta es una respuesta algo más larga, para ver cómo se parte una frase en el chat.',
    question: '¿Hablamos mañana?',
  },
  en: {
    names: ['Sample One', 'Sample Two', 'Sample Three', 'Sample Four', 'Sample Five', 'Sample Six'],
    about: 'A sample profile: it is here to show the page, and there is nobody behind it.',
    lookingFor: 'Here would stand what a person looks for, in their own words.',
    hello: 'Good evening! This is a sample message.',
    answer: 'And this is an answer that is a little longer, to see how a sentence wraps in the chat.',
    question: 'Talk tomorrow?',
  },
  fr: {
    names: ['Exemple Un', 'Exemple Deux', 'Exemple Trois', 'Exemple Quatre', 'Exemple Cinq', 'Exemple Six'],
    about: 'Un profil d’exemple : il sert à voir la page, il n’y a personne derrière.',
    lookingFor: 'Ici se trouverait ce qu’une personne cherche, avec ses propres mots.',
    hello: 'Bonsoir ! Ceci est un message d’exemple.',
    answer: 'Et voici une réponse un peu plus longue, pour voir comment une phrase passe à la ligne.',
    question: 'On se parle demain ?',
  },
};

/** Plain figures before a sky, which no one takes for photos. */
const faces = Object.values(
  import.meta.glob<string>('./faces/*.svg', { query: '?url', import: 'default', eager: true }),
);

/** A person's photo has a whole address. */
function drawnFace(index: number): string {
  return new URL(faces[index % faces.length] ?? '', location.origin).href;
}

export function samplePerson(language: Language, index: number, own: Partial<Person> = {}): Person {
  const words = sampleWords[language];
  const face = drawnFace(index);
  return {
    id: `sample-${index + 1}`,
    screenName: words.names[index] ?? '',
    age: 34 + index * 3,
    gender: 'female',
    kind: index === 2 ? 'staff' : 'member',
    about: words.about,
    description: words.about,
    lookingFor: words.lookingFor,
    prompts: [],
    ...noDetails,
    commonInterests: [],
    photo: face,
    pictures: [
      {
        id: `sample-${index + 1}`,
        sources: [{ width: 640, address: face }],
        thumbhash: null,
        width: 640,
        height: 800,
      },
    ],
    region: 'Lazio',
    city: null,
    within: null,
    activity: index % 2 === 0 ? 'now' : 'today',
    answersAt: null,
    isNew: index === 1,
    verified: index === 0,
    photoVerified: false,
    reasons: [],
    liked: false,
    matched: false,
    locked: false,
    ...own,
  };
}

export const samplePeople = (language: Language, own: Partial<Person> = {}): Person[] =>
  sampleWords[language].names.map((_, index) => samplePerson(language, index, index === 0 ? own : {}));

/** The member who looks at the pages: new, and has bought nothing. */
export const sampleMember = (language: Language, flow: { id: string; messageValue: number }): User => ({
  trackerId: 'preview',
  introduced: true,
  email: 'preview@example.invalid',
  emailConfirmed: true,
  screenName: '…',
  region: 'Lazio',
  city: null,
  flowId: flow.id,
  premiumLevel: 0,
  photos: [],
  verified: true,
  messageCredits: 3,
  iceBreakerCredits: 2,
  likeCredits: 10,
  messageValue: flow.messageValue,
  entitlements: {
    messageCost: 1,
    likeCost: 1,
    boundToRegion: true,
    searchPages: null,
    receiptsSold: false,
  },
  about: { gender: 'male', seeks: 'female' },
  language,
  optIn: 'single',
  gift: null,
  accepted: true,
  agreedTerms: null,
  hasPassword: true,
  mayChangeEmail: true,
  pendingEmail: null,
  closesAt: null,
  mutedUntil: null,
  pause: null,
  customerId: '00000000-0000-7000-8000-000000000000',
  cards: [],
  cardOnFile: false,
  remarketingId: null,
  pushToken: null,
  telegramId: null,
  moreInfo: { affiliatePaymentUrl: null },
  messageNews: true,
  likeNews: true,
  visitNews: true,
  ageVerified: false,
  hasBought: false,
  profileStatus: 'visible',
  review: { refusal: null, change: 'none', changeRefusal: null, automatic: false },
});
