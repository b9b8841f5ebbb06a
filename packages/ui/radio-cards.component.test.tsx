import { useState } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { RadioCards } from './radio-cards.tsx';

const options = [
  { value: 'tea', label: 'Tea' },
  { value: 'coffee', label: 'Coffee' },
] as const;

function Question() {
  const [value, setValue] = useState<'tea' | 'coffee' | null>(null);
  return (
    <>
      <RadioCards
        name="drink"
        label="What would you like?"
        options={options}
        value={value}
        onChange={setValue}
      />
      <output>{value ?? 'nothing yet'}</output>
    </>
  );
}

test('what was chosen in the server’s HTML, before any script ran, is taken over', () => {
  const place = document.createElement('div');
  place.innerHTML = renderToString(<Question />);
  document.body.append(place);
  place.querySelector<HTMLInputElement>('input[value=coffee]')?.click();
  const root = flushSync(() => hydrateRoot(place, <Question />));
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  expect(place.querySelector('output')?.textContent).toBe('coffee');
  expect(place.querySelector<HTMLInputElement>('input:checked')?.value).toBe('coffee');
});
