import { config } from 'zod/v4';

/**
 * The builds of the apps put this in the place of `zod`. With the first schema zod tries whether it may compile code from
 * text, which the policy of our pages forbids, and the browser reports that. Whatever makes a schema imports this file, so it
 * runs before, however the build divides the code. The server compiles its schemas, which is faster.
 */
config({ jitless: true });

export * from 'zod/v4';
