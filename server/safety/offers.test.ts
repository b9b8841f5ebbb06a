import { describe, expect, test } from 'vitest';
import { warningOf } from './offers.ts';

describe('what the receiver of a message is warned of', () => {
  test.each([
    'Mi puoi prestare 200 euro? Te li rendo lunedì',
    'Ho bisogno di soldi per il biglietto, poi vengo da te',
    'Comprami una gift card e mandami la foto del codice',
    'Ecco il conto: IT60X0542811101000000123456',
    'Guadagno con le crypto, ti insegno io',
    '¿Me puedes enviar 50 euros por bizum?',
    'Necesito dinero para el billete',
    'Tu peux m’envoyer 100 euros ?',
    'J’ai besoin d’argent pour le loyer',
    'Could you send me some money for the rent?',
    'Send me 50 euros please',
  ])('money: %s', (text) => expect(warningOf(text)).toBe('money'));

  test.each([
    'Scrivimi su WhatsApp',
    'Passiamo su telegram che è meglio',
    'Il mio instagram è bella.anna',
    'Chiamami al 333 123 4567',
    'guarda https://esempio.test/foto',
    'anna@example.com',
    'Búscame en instagram',
    'Ajoute-moi sur snapchat',
    'What is your phone number?',
  ])('contact: %s', (text) => expect(warningOf(text)).toBe('contact'));

  test.each([
    'Ciao, come va? Oggi ho lavorato fino alle 18:30',
    'Non mi importa dei soldi, mi importa di te',
    'Al mercato ho speso 20 euro in fiori',
    'Non mandare mai soldi a nessuno',
    'Ho visto un video su Facebook, divertente',
    'Vivo a Roma.io lavoro in centro, e tu?',
    'Trabajo en un banco y me gusta la pasta',
    'Il mio numero fortunato? Il sette',
    'Hace 20 años que vivo en Sevilla',
    'J’ai passé la journée au marché, c’était beau',
    'I paid for my sister’s wedding last year',
    'Mi piaci tanto, quando parliamo ancora?',
  ])('nothing: %s', (text) => expect(warningOf(text)).toBeNull());
});
