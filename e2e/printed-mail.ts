import { printMail } from '../scripts/lib/print-mail.ts';
import { inDatabase } from './database.ts';

/** A mail as an operator on the machine gets it. */
export async function printedMail(mailId: string): Promise<string> {
  let text = '';
  await inDatabase((db, config) => {
    const terminal = { log: (line: string) => (text = line), error: console.error };
    return printMail({ config, db, terminal }, mailId);
  });
  return text;
}
