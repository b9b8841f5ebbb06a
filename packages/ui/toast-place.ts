/** A box on the screen, in pixels from its upper left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const STEP_PX = 8;
const CONTROLS =
  'a[href], button, input, select, textarea, [role=button], [role=radio], [role=switch], [contenteditable=true]';
/** What is smaller is there for screen readers. */
const LEAST_SHOWN_PX = 4;

/**
 * How far from the top a toast covers no control: the nearest such place to where it starts from, else the one where it
 * covers least.
 */
export function freeTop(
  toast: Pick<Box, 'left' | 'width' | 'height'>,
  { start, end }: { start: number; end: number },
  controls: readonly Box[],
): number {
  const step = start <= end ? STEP_PX : -STEP_PX;
  let best = { top: start, covered: Number.POSITIVE_INFINITY };
  for (let top = start; step > 0 ? top <= end : top >= end; top += step) {
    const covered = controls.reduce((sum, control) => sum + sharedArea({ ...toast, top }, control), 0);
    if (covered === 0) return top;
    if (covered < best.covered) best = { top, covered };
  }
  return best.top;
}

/** Everything that can be pressed or written in now: in the dialog that is open, or on the page. */
export function shownControls(): readonly Box[] {
  const dialogs = document.querySelectorAll('[role=dialog]');
  const scope: ParentNode = dialogs[dialogs.length - 1] ?? document;
  return [...scope.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => !control.closest('[inert], [data-toasts]') && control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width >= LEAST_SHOWN_PX && height >= LEAST_SHOWN_PX);
}

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}
