import { Suspense, startTransition, useId, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createTexts } from './texts.ts';

type Loose = (key: string) => string;

/** Hooks stand before and after the words, as in any part. */
function Greeting({ name }: { name: string }) {
  const id = useId();
  const { t } = useTranslation([`${name}-one`, `${name}-two`] as never);
  const [count] = useState(1);
  const say = t as unknown as Loose;
  const text = useMemo(() => `${say('hello')}, ${say(`${name}-two:hello`)}`, [say, name]);
  return <p id={id}>{`${text} ${count}`}</p>;
}

test.for([0, 1, 20])(
  'parts whose words come after %d turns show them, and React finds nothing wrong',
  async (turns) => {
    const texts = await createTexts({
      language: 'it',
      namespaces: ['shell'],
      defaultNamespace: 'shell',
      async read(_, namespace) {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return { hello: namespace };
      },
    });
    const place = document.body.appendChild(document.createElement('div'));
    const onRecoverableError = vi.fn<(error: unknown) => void>();
    const root = createRoot(place, { onRecoverableError });
    onTestFinished(() => {
      root.unmount();
      place.remove();
    });
    const names = ['anna', 'bruno', 'carla'];
    startTransition(() =>
      root.render(
        <I18nextProvider i18n={texts}>
          <Suspense>
            {names.map((name) => (
              <Greeting key={name} name={name} />
            ))}
          </Suspense>
        </I18nextProvider>,
      ),
    );
    for (const name of names)
      await expect.element(page.getByText(`${name}-one, ${name}-two 1`)).toBeVisible();
    expect(onRecoverableError).not.toHaveBeenCalled();
  },
);
