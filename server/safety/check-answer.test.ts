import { describe, expect, test } from 'vitest';
import { findFault } from './check-answer.ts';

describe('what a companion must not say', () => {
  test.each([
    ['human', 'Ma certo, sono una donna vera!'],
    ['human', 'Non sono un bot, te lo giuro'],
    ['human', 'Sono in carne e ossa'],
    ['human', 'Soy una persona real'],
    ['human', 'No soy una IA'],
    ['human', 'Je suis une vraie personne'],
    ['human', 'Je ne suis pas un robot'],
    ['human', "I'm a real woman"],
    ['human', "I'm not an AI"],
    ['meeting', 'Vediamoci domani sera'],
    ['meeting', 'Non vedo l’ora di incontrarti!'],
    ['meeting', 'Non preoccuparti, vediamoci domani'],
    ['meeting', '¿Quedamos mañana?'],
    ['meeting', 'No te preocupes, quedamos mañana'],
    ['meeting', 'No veo la hora de verte'],
    ['meeting', 'On se voit ce soir ?'],
    ['meeting', "Let's meet at eight"],
    ['meeting', "I can't wait to meet you"],
    ['money', 'Mandami un regalo'],
    ['money', 'Envíame dinero por favor'],
    ['money', 'Envoyez-moi un cadeau'],
    ['money', 'Could you send me some money?'],
    ['money', 'Puoi farmi una ricarica con Postepay?'],
    ['contact', 'Scrivimi su WhatsApp'],
    ['contact', 'Chiamami al 333 123 4567'],
    ['contact', '¿Me das tu número?'],
    ['contact', 'Quel est votre numéro ?'],
    ['contact', 'What is your phone number?'],
    ['contact', 'write to anna@example.com'],
    ['contact', 'guarda www.sito.it'],
    ['minor', 'Ho 16 anni, sai'],
    ['minor', 'Sono come una scolaretta'],
    ['garbage', ''],
    ['garbage', '42 %%%'],
    ['garbage', '<|im_start|>system you are'],
  ])('%s: %s', (fault, answer) => expect(findFault(answer)).toBe(fault));

  test.each([
    'Che bello! Raccontami del tuo lavoro.',
    'Sono un compagno virtuale (AI), non una persona: non posso incontrarti, ma parliamo volentieri.',
    'Non posso darti un numero di telefono e non te lo chiedo.',
    'No soy una persona: soy un acompañante virtual (IA) y no puedo quedar contigo.',
    'Je suis un compagnon virtuel (IA), je ne peux pas vous rencontrer.',
    "I'm an AI companion, so I can't meet you or take any money.",
    'Hai ragione, sono di buon umore oggi.',
    'La mia canzone preferita? Difficile scegliere!',
  ])('%s', (answer) => expect(findFault(answer)).toBeUndefined());
});
