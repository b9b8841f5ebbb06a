import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Content } from './draft-saver.ts';
import { usePathWords } from './path-words.ts';
import { partKey } from './publishing-data.ts';
import { useAgo } from './save-status.tsx';
import type { EditedDraft } from './use-draft.ts';

/** Two people edit at once: who was faster, when, and what differs. Nothing is lost before one of the two is chosen. */
export function ConflictNotice({ draft }: { draft: EditedDraft }) {
  const { state, adopted } = draft;
  if (state.status === 'conflict') return <Conflict draft={draft} conflict={state} />;
  return adopted && <Adopted {...adopted} />;
}

interface ConflictProps {
  draft: EditedDraft;
  conflict: Extract<EditedDraft['state'], { status: 'conflict' }>;
}

function Conflict({ draft, conflict: { kind, by, at } }: ConflictProps) {
  const { t } = useTranslation('publishing');
  const pathWords = usePathWords();
  const { brand, part, content } = draft;
  const { data: newest } = useQuery({
    queryKey: [...partKey(brand, part), 'newest', at],
    queryFn: draft.readNewest,
  });
  const ago = useAgo(at ?? 0);
  const theirs = newest?.draftContent ?? newest?.liveContent;
  const fields = theirs ? differingFields(content, theirs).map((name) => pathWords([name])) : [];
  return (
    <Notice
      tone="danger"
      icon={<Users aria-hidden />}
      title={t('conflict.title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={!newest} onClick={() => newest && void draft.keepMine(newest)}>
            {t('conflict.mine')}
          </Button>
          <Button
            size="sm"
            variant="secondary"
            disabled={!newest}
            onClick={() => newest && draft.takeTheirs(newest)}
          >
            {t('conflict.theirs')}
          </Button>
        </div>
      }
    >
      <p role="alert">
        {t(`conflict.${kind}`, { name: by ?? t('conflict.someone'), ago })}{' '}
        {fields.length > 0 ? t('conflict.text', { fields: fields.join(', ') }) : t('conflict.textNone')}
      </p>
    </Notice>
  );
}

function Adopted({ name, at }: { name: string | null; at: number }) {
  const { t } = useTranslation('publishing');
  return (
    <Notice icon={<Users aria-hidden />}>
      <span role="status">{t('adopted', { name: name ?? t('conflict.someone'), ago: useAgo(at) })}</span>
    </Notice>
  );
}

function differingFields(mine: Content, theirs: Content): string[] {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]));
}
