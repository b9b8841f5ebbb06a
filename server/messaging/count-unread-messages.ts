/** How many messages of people and of the house somebody has not read yet. */
export { countUnreadMessages } from './list-queries.ts';
