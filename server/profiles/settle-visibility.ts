/** To be called when an account begins or stops closing: what others see of it follows. */
export { updateVisibility as settleVisibility } from './queries.ts';
