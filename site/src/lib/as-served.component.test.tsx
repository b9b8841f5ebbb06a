import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { AsServed } from './as-served.tsx';

/** Hydrates some HTML, as a page that the server has prepared is. */
function hydrate(html: string, content: ReactNode) {
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.append(place);
  const onRecoverableError = vi.fn<() => void>();
  const root = flushSync(() => hydrateRoot(place, content, { onRecoverableError }));
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return { place, root, onRecoverableError };
}

test('what the server has rendered stays as it came, and is not rendered again', () => {
  const drawn = vi.fn<() => void>();
  const Drawing = () => {
    drawn();
    return <p>Painted by the server</p>;
  };
  const content = (
    <AsServed className="sky">
      <Drawing />
    </AsServed>
  );
  const html = renderToString(content);
  drawn.mockClear();
  const { place, root, onRecoverableError } = hydrate(html, content);
  const before = place.querySelector('p');
  flushSync(() => root.render(<AsServed className="sky">{null}</AsServed>));
  expect(place.innerHTML).toBe(html);
  expect(place.querySelector('p')).toBe(before);
  expect(drawn).not.toHaveBeenCalled();
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('where the server has rendered nothing, it is rendered like everything', async () => {
  await render(
    <AsServed>
      <p>Made here</p>
    </AsServed>,
  );
  await expect.element(page.getByText('Made here')).toBeVisible();
});
