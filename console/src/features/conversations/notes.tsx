import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { HOST_NOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { type HostNote, addHostNote, changeHostNote, deleteHostNote } from '#contract/staff/chat.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';
import { type Place, cardsKey } from './conversation-data.ts';

interface NotesProps {
  place: Place;
  about: 'member' | 'profile';
  notes: readonly HostNote[];
}

/** What hosts have written down for one another. All hosts read it; its writer changes or deletes it. */
export function Notes({ place, about, notes }: NotesProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const [open, setOpen] = useState<HostNote | 'new' | null>(null);
  const [doomed, setDoomed] = useState<HostNote | null>(null);
  const save = useNoteChange(place, async (text: string) => {
    if (open === 'new') await call(addHostNote, { ...place, noteId: crypto.randomUUID(), about, text });
    else if (open) await call(changeHostNote, { brand: place.brand, noteId: open.id, text });
  });
  const remove = useNoteChange(place, (noteId: string) =>
    call(deleteHostNote, { brand: place.brand, noteId }),
  );
  const form = (
    <NoteForm
      label={t(`notes.${about}.label`)}
      text={open === 'new' || open === null ? '' : open.text}
      busy={save.isPending}
      onSave={(text) => save.mutate(text, { onSuccess: () => setOpen(null) })}
      onCancel={() => setOpen(null)}
    />
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-text text-xs font-medium tracking-normal text-muted">
          {t(`notes.${about}.title`)}
        </h4>
        {open === null && (
          <Button
            variant="ghost"
            size="sm"
            className="-me-2 px-2!"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setOpen('new')}
          >
            {t(`notes.${about}.add`)}
          </Button>
        )}
      </div>
      {open === 'new' && form}
      {notes.length === 0 && open === null && (
        <p className="text-[0.8125rem] text-muted">{t(`notes.${about}.none`)}</p>
      )}
      <ul className="flex flex-col gap-2">
        {notes.map((note) => (
          <li key={note.id}>
            {open !== 'new' && open?.id === note.id ? (
              form
            ) : (
              <Note note={note} onEdit={() => setOpen(note)} onDelete={() => setDoomed(note)} />
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={doomed !== null}
        title={t('notes.confirm')}
        text={doomed?.text ?? ''}
        action={t('notes.delete')}
        cancel={t('shell:cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
        onClose={() => setDoomed(null)}
      />
    </div>
  );
}

function useNoteChange(place: Place, change: (value: string) => Promise<unknown>) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: change,
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => client.invalidateQueries({ queryKey: cardsKey(place) }),
  });
}

interface NoteProps {
  note: HostNote;
  onEdit: () => void;
  onDelete: () => void;
}

function Note({ note: { text, author, at, edited, mine }, onEdit, onDelete }: NoteProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const act =
    'relative touch-target rounded-(--corner-check) p-1 text-muted hover:bg-soft-hover hover:text-ink';
  return (
    <div className="rounded-field bg-soft px-3 py-2">
      <p className="text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div className="mt-1 flex items-center gap-1 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {author ?? t('notes.formerAuthor')} · <Moment at={at} />
          {edited && ` · ${t('notes.edited')}`}
        </span>
        {mine && (
          <>
            <button type="button" aria-label={t('notes.edit')} onClick={onEdit} className={act}>
              <Pencil aria-hidden className="size-3.5" />
            </button>
            <button type="button" aria-label={t('notes.delete')} onClick={onDelete} className={act}>
              <Trash2 aria-hidden className="size-3.5" />
            </button>
          </>
        )}
      </div>
    </div>
  );
}

interface NoteFormProps {
  label: string;
  text: string;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function NoteForm({ label, text, busy, onSave, onCancel }: NoteFormProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const [typed, setTyped] = useState(text);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onSave(typed);
      }}
    >
      <TextArea
        label={<span className="sr-only">{label}</span>}
        value={typed}
        rows={2}
        maxLength={HOST_NOTE_MAX_LETTERS}
        // It was asked for by a button, and nothing else can be meant.
        ref={(area) => area?.focus()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('shell:cancel')}
        </Button>
        <Button type="submit" size="sm" loading={busy} aria-disabled={!typed.trim()}>
          {t('notes.save')}
        </Button>
      </div>
    </form>
  );
}
