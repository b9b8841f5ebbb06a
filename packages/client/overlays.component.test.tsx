import { useState } from 'react';
import { BrowserRouter, Link, createBrowserRouter, useLocation, useNavigate } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { useOverlay } from './overlays.ts';
import { SteadyHistory, makeSteady } from './steady-history.tsx';

const left = vi.fn();

function Page() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [held, setHeld] = useState(false);
  const photos = useOverlay<string>('photos', { held, onLeft: left });
  const report = useOverlay('report');
  const passing = useOverlay('passing', { endsWithPage: true });
  return (
    <>
      <h1>{pathname}</h1>
      <Link to="/there">There</Link>
      <Link to="/further">Further</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => photos.open('rome')}>Photos</button>
      <button onClick={() => report.open(true)}>Report</button>
      <button onClick={() => setHeld((before) => !before)}>Hold</button>
      {photos.isOpen && (
        <section aria-label="photos">
          <p>{photos.props}</p>
          <button
            onClick={() => {
              void photos.close();
              void photos.close();
            }}
          >
            Close photos
          </button>
          <button onClick={() => photos.go('/elsewhere')}>Elsewhere</button>
        </section>
      )}
      {report.isOpen && <section aria-label="report" />}
      {passing.isOpen && <section aria-label="passing" />}
    </>
  );
}

const show = () =>
  render(
    <BrowserRouter>
      <SteadyHistory>
        <Page />
      </SteadyHistory>
    </BrowserRouter>,
  );
const showInDataRouter = () =>
  render(<RouterProvider router={makeSteady(createBrowserRouter([{ path: '*', Component: Page }]))} />);
const overlay = (name: string) => page.getByRole('region', { name });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const place = page.getByRole('heading');

beforeEach(() => {
  left.mockClear();
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/here');
});

test('the back button closes it, and forward opens it as it was', async () => {
  await show();
  await press('Photos');
  await expect.element(overlay('photos').getByText('rome', { exact: true })).toBeInTheDocument();
  history.back();
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
  expect(left).toHaveBeenCalledOnce();
  history.forward();
  await expect.element(overlay('photos').getByText('rome', { exact: true })).toBeInTheDocument();
});

test('closed twice at once, the page itself stays', async () => {
  await show();
  await press('Photos');
  await press('Close photos');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
  expect(left).not.toHaveBeenCalled();
  history.back();
  await expect.element(place).toHaveTextContent('/before');
});

test('opened twice at once, one Back closes it', async () => {
  await show();
  const button = page.getByRole('button', { name: 'Photos', exact: true }).element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(overlay('photos')).toBeInTheDocument();
  history.back();
  await expect.element(overlay('photos')).not.toBeInTheDocument();
});

test('one over another: Back closes the upper, closing the lower closes both', async () => {
  await show();
  await press('Photos');
  await press('Report');
  await expect.element(overlay('report')).toBeInTheDocument();
  history.back();
  await expect.element(overlay('report')).not.toBeInTheDocument();
  await expect.element(overlay('photos')).toBeInTheDocument();
  await press('Report');
  await expect.element(overlay('report')).toBeInTheDocument();
  await press('Close photos');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(overlay('report')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

test('while it is held neither Back nor its own button closes it', async () => {
  await show();
  await press('Photos');
  await press('Hold');
  await press('Close photos');
  await expect.element(overlay('photos')).toBeInTheDocument();
  const entries = history.length;
  history.back();
  await expect.poll(() => (history.state as { usr?: object }).usr).toHaveProperty('overlays');
  await expect.element(overlay('photos').getByText('rome', { exact: true })).toBeInTheDocument();
  expect(history.length).toBe(entries);
  expect(left).not.toHaveBeenCalled();
  await press('Hold');
  await press('Close photos');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

test('what leads elsewhere takes its place in the history', async () => {
  await show();
  await press('Photos');
  await press('Elsewhere');
  await expect.element(place).toHaveTextContent('/elsewhere');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  history.back();
  await expect.element(place).toHaveTextContent('/here');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
});

test('a reload finds it again, but not what lived in the page that is gone', async () => {
  const photos = { name: 'photos', props: 'rome', page: 1 };
  const passing = { name: 'passing', props: true, page: 1 };
  history.pushState({ usr: { overlays: [photos] }, key: 'one' }, '');
  history.pushState({ usr: { overlays: [photos, passing] }, key: 'two' }, '');
  await show();
  await expect.element(overlay('photos').getByText('rome', { exact: true })).toBeInTheDocument();
  await expect.element(overlay('passing')).not.toBeInTheDocument();
  await press('Close photos');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

test('where the browser does not go back, nothing waits for it for ever', async () => {
  await show();
  await press('Photos');
  await expect.element(overlay('photos')).toBeInTheDocument();
  const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
  await press('Close photos');
  expect(go).toHaveBeenCalledOnce();
  go.mockRestore();
  await press('Report');
  await expect.element(overlay('report')).toBeInTheDocument();
  await press('Close photos');
  await expect.element(overlay('report')).not.toBeInTheDocument();
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

/** Presses without a moment between. */
function pressAtOnce(...controls: ReturnType<typeof page.getByRole>[]): void {
  for (const control of controls.map((each) => each.element() as HTMLElement)) control.click();
}

const there = page.getByRole('link', { name: 'There' });
const routers = [
  ['pages of components', show],
  ['pages of a router', showInDataRouter],
] as const;

test.each(routers)('a link that is pressed right after closing leads there, in %s', async (_, showPage) => {
  await showPage();
  await press('Photos');
  await expect.element(overlay('photos')).toBeInTheDocument();
  pressAtOnce(page.getByRole('button', { name: 'Close photos' }), there);
  await expect.element(overlay('photos')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/there');
  await press('Back');
  await expect.element(place).toHaveTextContent('/here');
  await expect.element(overlay('photos')).not.toBeInTheDocument();
});

test.each(routers)('a link that is pressed right after Back leads there, in %s', async (_, showPage) => {
  await showPage();
  await there.click();
  await expect.element(place).toHaveTextContent('/there');
  pressAtOnce(page.getByRole('button', { name: 'Back' }), page.getByRole('link', { name: 'Further' }));
  await expect.element(place).toHaveTextContent('/further');
  await press('Back');
  await expect.element(place).toHaveTextContent('/here');
});
