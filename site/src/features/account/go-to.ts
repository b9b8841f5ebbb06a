const controls = 'input, select, textarea, button';

/** Brings something into the middle of the page, clear of the bars, and the focus with it. */
export function goTo(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  const control = place?.matches(controls) ? place : place?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
}
