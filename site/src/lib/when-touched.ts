/** What shows that a person is at the page, before anything is pressed. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'click', 'change', 'submit'];

/** A browser says that the pointer moved where only the page moved below it. */
function isPageMoving(event: Event): boolean {
  return (
    event.type === 'pointermove' &&
    (event as PointerEvent).movementX === 0 &&
    (event as PointerEvent).movementY === 0
  );
}

/** Fulfilled with the first sign of a person; at once where the script before the first paint has kept one. */
export function untilTouched(): Promise<void> {
  const { early } = document.documentElement as HTMLElement & { early?: ReadonlyMap<unknown, unknown> };
  if (early && early.size > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = new AbortController();
    const touched = (event: Event) => {
      if (isPageMoving(event)) return;
      listening.abort();
      resolve();
    };
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const sign of signs) addEventListener(sign, touched, options);
  });
}
