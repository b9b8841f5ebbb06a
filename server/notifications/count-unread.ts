/** How many likes and visits somebody has not seen yet. A thousand stands for more. */
export { countUnread } from './queries.ts';
