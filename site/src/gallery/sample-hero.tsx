import { useState } from 'react';
import { HeroDusk } from '#site/features/entry/hero-dusk.tsx';
import { HeroTiles } from '#site/features/entry/hero-tiles.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { Picture } from '#ui/photo.tsx';
import { Steps } from '#ui/progress-bar.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';

type Hero = 'dusk' | 'tiles';

const words = {
  dusk: {
    brand: 'Lunaria',
    enter: 'Accedi',
    title: 'Una sera, una voce gentile.',
    text: 'Persone della tua regione che hanno voglia di parlare, con calma.',
    step: 'Passo 1 di 3',
    question: 'Cominciamo: chi vorresti conoscere?',
    options: ['Una donna', 'Un uomo'],
    next: 'Continua',
    note: '1.284 persone disponibili oggi nel Lazio',
  },
  tiles: {
    brand: 'verbena',
    enter: 'Entrar',
    title: 'Siéntate. Aquí se habla.',
    text: 'Gente de tu ciudad con ganas de conversar, sin prisas y sin trucos.',
    step: 'Paso 1 de 3',
    question: '¿A quién te gustaría conocer?',
    options: ['A una mujer', 'A un hombre'],
    next: 'Crear mi cuenta',
    note: '862 personas disponibles hoy en Andalucía',
  },
} satisfies Record<Hero, unknown>;

export function SampleHero({ hero, photos }: { hero: Hero; photos: readonly Picture[] }) {
  const said = words[hero];
  const [answer, setAnswer] = useState<'woman' | 'man' | null>('woman');
  const portraits = photos.slice(0, 3).map((photo) => ({ photo, alt: '' }));
  const bar = (
    <div className="flex items-center justify-between">
      <span className={hero === 'dusk' ? 'heading text-2xl' : 'heading text-2xl text-primary-text'}>
        {said.brand}
      </span>
      <a
        href="#enter"
        className={
          hero === 'dusk'
            ? 'inline-flex min-h-11 items-center rounded-button border border-on-hero/60 px-5 font-semibold'
            : 'inline-flex min-h-11 items-center font-bold text-primary-text'
        }
      >
        {said.enter}
      </a>
    </div>
  );
  const card = (
    <Card as="section">
      <Steps step={1} steps={3} label={said.step} />
      <h2 className="mt-5 mb-4 text-2xl">{said.question}</h2>
      <RadioCards
        label={said.question}
        hideLabel
        name="seeking"
        value={answer}
        onChange={setAnswer}
        options={[
          { value: 'woman', label: said.options[0] },
          { value: 'man', label: said.options[1] },
        ]}
      />
      <Button wide size="lg" className="mt-4">
        {said.next}
      </Button>
      <p className="mt-4 text-center text-sm text-muted">{said.note}</p>
    </Card>
  );
  const Art = hero === 'dusk' ? HeroDusk : HeroTiles;
  return (
    <Art bar={bar} title={said.title} text={said.text} portraits={portraits}>
      {card}
    </Art>
  );
}
