/** The server as it is, but for hashes of passwords that cost little: journeys sign in all the time, and nobody guesses. */
import { setPasswordCost, testCost } from '../server/platform/security/passwords.ts';

setPasswordCost(testCost);
await import('../server/main.ts');
