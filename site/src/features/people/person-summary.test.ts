import { expect, test } from 'vitest';
import en from '#site/locales/en/shell.json' with { type: 'json' };
import es from '#site/locales/es/shell.json' with { type: 'json' };
import fr from '#site/locales/fr/shell.json' with { type: 'json' };
import it from '#site/locales/it/shell.json' with { type: 'json' };

test('the badges say who really answers, in these very words', () => {
  expect(it.kind).toEqual({ staff: 'Profilo gestito dal nostro staff', ai: 'Compagno virtuale (AI)' });
  expect(es.kind).toEqual({ staff: 'Perfil gestionado por nuestro equipo', ai: 'Acompañante virtual (IA)' });
  expect(en.kind).toEqual({ staff: 'Profile run by our staff', ai: 'AI companion' });
  expect(fr.kind).toEqual({ staff: 'Profil géré par notre équipe', ai: 'Compagnon virtuel (IA)' });
});
