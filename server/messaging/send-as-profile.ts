import { fail } from '../../contract/kernel/errors.ts';
import type { Brand } from '../brands/directory.ts';
import type { App } from '../app.ts';
import { cleanLines } from '../../contract/kernel/text.ts';
import { announceMessage } from './announce-message.ts';
import type { Outgoing, Stored } from './message-writer.ts';

type Writing = Pick<Outgoing, 'fromId' | 'toId' | 'id' | 'text'> & {
  /** `staff:<id>`, `scripted`, `model`. */
  writtenBy: string;
};

/** A host or a machine writes for a profile of ours. It costs nobody anything. */
export async function sendAsProfile(app: App, brand: Brand, writing: Writing): Promise<Stored> {
  const text = cleanLines(writing.text);
  if (text === '') fail('chat.empty');
  const outgoing: Outgoing = {
    ...writing,
    text,
    brandId: brand.id,
    at: app.clock.now(),
    readyMade: false,
    photoId: null,
  };
  const stored = await app.messages.write(outgoing);
  if (stored.isNew) await announceMessage(app, brand, { outgoing, stored });
  return stored;
}
