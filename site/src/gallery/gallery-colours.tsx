import { Section } from './section.tsx';

const swatches = [
  'bg-paper',
  'bg-surface',
  'bg-soft',
  'bg-chat',
  'bg-line',
  'bg-primary',
  'bg-accent',
  'bg-highlight',
  'bg-action',
  'bg-primary-soft',
  'bg-accent-soft',
  'bg-inverse',
  'bg-chart-1',
  'bg-chart-2',
  'bg-chart-3',
  'bg-chart-4',
  'bg-chart-5',
  'bg-chart-6',
];

export function GalleryColours() {
  return (
    <Section title="Colours and type">
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-6">
        {swatches.map((swatch) => (
          <li key={swatch} className="text-xs text-muted">
            <div className={`mb-1 h-14 rounded-field edge ${swatch}`} />
            {swatch.replace('bg-', '')}
          </li>
        ))}
      </ul>
      <p className="heading mt-8 text-5xl">Una sera, una voce gentile.</p>
      <p className="heading mt-3 text-2xl">Cominciamo: chi vorresti conoscere?</p>
      <p className="mt-3 max-w-prose">
        Persone della tua regione che hanno voglia di parlare, con calma. Ogni profilo dice se dietro c'è una
        persona, il nostro staff o un'intelligenza artificiale.{' '}
        <a className="text-primary-text underline" href="#legal">
          Leggi come
        </a>
        .
      </p>
      <p className="mt-2 text-sm text-muted">
        Un messaggio costa 1 credito. Si rinnova il 14 marzo a 19,90 €.
      </p>
    </Section>
  );
}
