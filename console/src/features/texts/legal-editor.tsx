import { Bold, Heading2, Heading3, Link2, List, ListOrdered, Pilcrow } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextField } from '#ui/text-field.tsx';

interface LegalEditorProps {
  label: string;
  language: string;
  html: string;
  facts: readonly { name: string; value: string }[];
  onChange: (html: string) => void;
}

/** The server takes away whatever else is in it; here nothing else can be made. */
const commands = [
  { name: 'heading', icon: <Heading2 aria-hidden />, run: () => format('formatBlock', 'h2') },
  { name: 'subheading', icon: <Heading3 aria-hidden />, run: () => format('formatBlock', 'h3') },
  { name: 'paragraph', icon: <Pilcrow aria-hidden />, run: () => format('formatBlock', 'p') },
  { name: 'bold', icon: <Bold aria-hidden />, run: () => format('bold') },
  { name: 'bullets', icon: <List aria-hidden />, run: () => format('insertUnorderedList') },
  { name: 'numbers', icon: <ListOrdered aria-hidden />, run: () => format('insertOrderedList') },
] as const satisfies readonly { name: string; icon: ReactNode; run: () => void }[];

/** Deprecated and without a successor: every browser has it, with an undo of its own. */
function format(command: string, value?: string): void {
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand(command, false, value);
}

/** Headings, lists, bold and links, typed as in any letter. */
export function LegalEditor({ label, language, html, facts, onChange }: LegalEditorProps) {
  const { t } = useTranslation(['texts', 'shell']);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  const [selection, setSelection] = useState<Range | null>(null);

  // What comes from elsewhere is shown; what was typed here is there already.
  useLayoutEffect(() => {
    if (!box.current || written.current === html) return;
    box.current.innerHTML = html;
    written.current = html;
  }, [html]);

  const take = () => {
    const typed = (box.current?.innerHTML ?? '').replaceAll(/[\r\n]+/g, ' ');
    written.current = typed;
    onChange(typed);
  };
  const run = (command: () => void) => {
    box.current?.focus();
    command();
    take();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    format('insertText', event.clipboardData.getData('text/plain'));
  };
  const askForLink = () => {
    const chosen = window.getSelection();
    setSelection(chosen && chosen.rangeCount > 0 ? chosen.getRangeAt(0).cloneRange() : null);
  };
  return (
    <div className="flex flex-col gap-2">
      <p id={id} className="text-sm font-semibold">
        {label}
      </p>
      <div
        role="toolbar"
        aria-label={t('editor.toolbar')}
        aria-controls={`${id}-box`}
        className="flex flex-wrap gap-1"
      >
        {commands.map(({ name, icon, run: command }) => (
          <IconButton key={name} label={t(`editor.${name}`)} icon={icon} onClick={() => run(command)} />
        ))}
        <IconButton label={t('editor.link')} icon={<Link2 aria-hidden />} onClick={askForLink} />
      </div>
      <div
        ref={box}
        id={`${id}-box`}
        role="textbox"
        aria-multiline="true"
        aria-labelledby={id}
        contentEditable
        suppressContentEditableWarning
        tabIndex={0}
        lang={language}
        onInput={take}
        onPaste={paste}
        className="max-h-[28rem] min-h-48 overflow-y-auto rounded-field border border-line bg-surface p-4 text-sm leading-relaxed [&_a]:text-primary-text [&_a]:underline [&_h2]:mt-4 [&_h2]:text-lg [&_h3]:mt-3 [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-2 [&_ul]:list-disc [&_ul]:pl-6"
      />
      <details className="text-[0.8125rem]">
        <summary className="min-h-11 cursor-pointer content-center text-muted">{t('editor.facts')}</summary>
        <ul className="flex flex-wrap gap-2">
          {facts.map(({ name, value }) => (
            <li key={name}>
              <Button
                size="sm"
                variant="secondary"
                title={value}
                onClick={() => run(() => format('insertText', `{${name}}`))}
              >
                {`{${name}}`}
              </Button>
            </li>
          ))}
        </ul>
      </details>
      <LinkDialog
        range={selection}
        onClose={() => setSelection(null)}
        onLink={(address) => {
          const range = selection;
          setSelection(null);
          run(() => {
            const chosen = window.getSelection();
            chosen?.removeAllRanges();
            if (range) chosen?.addRange(range);
            format('createLink', address);
          });
        }}
      />
    </div>
  );
}

const address = /^(?:\/(?![/\\])|https:\/\/|mailto:|tel:)\S+$/i;

function LinkDialog({
  range,
  onLink,
  onClose,
}: {
  range: Range | null;
  onLink: (address: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['texts', 'shell']);
  const [typed, setTyped] = useState('');
  const isWrong = typed !== '' && !address.test(typed.trim());
  return (
    <Dialog open={range !== null} onClose={onClose} closeLabel={t('shell:close')} title={t('editor.link')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === '' || isWrong) return;
          onLink(typed.trim());
          setTyped('');
        }}
      >
        <TextField
          label={t('editor.address')}
          hint={t('editor.addressHint')}
          error={isWrong ? t('editor.addressWrong') : undefined}
          value={typed}
          maxLength={500}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{t('editor.setLink')}</Button>
      </form>
    </Dialog>
  );
}
