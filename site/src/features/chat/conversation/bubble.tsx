import type { Message } from '../../../../../contract/chat/messages.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { PhotoMessage } from './photo-message.tsx';
import type { Said } from './rows.ts';
import { HouseWords } from './house-words.tsx';

/** The one notice that is HTML. */
const WELCOME = 'benvenuto';

/** The words, and the photo if there is one. */
export function Bubble({ said: { message, progress, last }, name }: { said: Said; name: string }) {
  const { type, photo, text } = message;
  const own = type === 'own';
  return (
    <div
      className={classNames(
        'w-fit min-w-0 overflow-hidden rounded-bubble wrap-anywhere',
        own ? 'ml-auto bg-bubble-mine text-on-bubble-mine' : 'edge bg-bubble-theirs text-ink',
        last && (own ? 'rounded-br-[0.25rem]' : 'rounded-bl-[0.25rem]'),
        (progress === 'waiting' || progress === 'limited' || progress === 'failed') && 'opacity-75',
      )}
    >
      {photo && <PhotoMessage photo={photo} own={own} name={name} />}
      {text && (
        <div className="px-4 py-2.5">
          <Words message={message} />
        </div>
      )}
    </div>
  );
}

function Words({ message: { text, notice } }: { message: Message }) {
  if (notice === WELCOME) return <HouseWords html={text} />;
  return <p className="whitespace-pre-wrap">{text}</p>;
}
