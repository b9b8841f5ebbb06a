import { expect, test } from 'vitest';
import { untilTouched } from './when-touched.ts';

/** Whether the page counts as touched by now. */
async function isTouched(touched: Promise<void>): Promise<boolean> {
  return Promise.race([touched.then(() => true), Promise.resolve().then(() => false)]);
}

test('a pointer that rests while the page moves below it is no sign of a person; one that moves is', async () => {
  const touched = untilTouched();
  dispatchEvent(new PointerEvent('pointermove', { movementX: 0, movementY: 0 }));
  expect(await isTouched(touched)).toBe(false);
  dispatchEvent(new PointerEvent('pointermove', { movementX: 1, movementY: 0 }));
  await touched;
});

test.for(['pointerdown', 'keydown', 'scroll', 'submit'])('a %s is a sign of a person', async (sign) => {
  const touched = untilTouched();
  expect(await isTouched(touched)).toBe(false);
  dispatchEvent(new Event(sign));
  await touched;
});
