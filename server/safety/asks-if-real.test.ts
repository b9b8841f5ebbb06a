import { describe, expect, test } from 'vitest';
import { asksIfReal } from './asks-if-real.ts';

describe('a member asks who is behind the profile', () => {
  test.each([
    'Ma sei vera?',
    'sei un bot',
    'Lavori per il sito?',
    'ti pagano per scrivermi?',
    'Questo è un profilo falso',
    'Sei dello staff?',
    'Sei una persona vera?',
    'ma c’è qualcuno dietro?',
    'Parlo con una persona vera?',
    'Mi risponde una persona?',
    'Is there a real person?',
    '¿Eres una persona de verdad?',
    'Es-tu une vraie personne ?',
    'Are you a real person?',
    'am I talking to a human?',
    '¿Hablo con una persona real?',
    'Je parle à une vraie personne ?',
    '¿Eres real?',
    '¿Trabajas para la web?',
    'seguro que te pagan',
    'Vous êtes réelle ?',
    'Tu travailles pour le site ?',
    'encore un faux profil',
    'are you real?',
    'Do you work for this site?',
    'are you being paid to write?',
    'probably a fake profile',
  ])('%s', (text) => expect(asksIfReal(text)).toBe(true));

  test.each([
    'Che lavoro fai?',
    'Lavori domani?',
    '¿Trabajas mañana?',
    'Do you work tomorrow?',
    'Vous travaillez demain ?',
    'È stata una vera sorpresa',
    'Cerco una persona vera',
    'Busco una persona real con quien salir',
    'Je cherche une vraie personne',
    'I am looking for someone genuine',
  ])('not by saying: %s', (text) => expect(asksIfReal(text)).toBe(false));
});
