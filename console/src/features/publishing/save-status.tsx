import { CircleAlert, CloudOff, Users } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import { explain } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Tag } from '#ui/badge.tsx';
import type { EditedDraft } from './use-draft.ts';

const TICK_MS = 5_000;
const A_MINUTE_MS = 60_000;

/** Whether what was typed is kept, and since when. Spoken when it changes, but not with every second. */
export function SaveStatus({ draft }: { draft: EditedDraft }) {
  const { t, i18n } = useTranslation(['publishing', 'shell']);
  const { state, savedAt, revision } = draft;
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs">
      <span role="status">
        {state.status === 'pending' && <Tag>{t('state.pending')}</Tag>}
        {state.status === 'saving' && <Tag>{t('state.saving')}</Tag>}
        {state.status === 'offline' && (
          <Tag tone="warning" icon={<CloudOff aria-hidden className="size-3.5" />}>
            {t('state.offline')}
          </Tag>
        )}
        {state.status === 'failed' && (
          <Tag tone="danger" icon={<CircleAlert aria-hidden className="size-3.5" />}>
            {t('state.failed')} {explain(state.error, i18n)}
          </Tag>
        )}
        {state.status === 'conflict' && (
          <Tag tone="danger" icon={<Users aria-hidden className="size-3.5" />}>
            {t('state.conflict')}
          </Tag>
        )}
        {state.status === 'saved' && revision === 0 && <Tag tone="success">{t('state.live')}</Tag>}
      </span>
      {state.status === 'saved' && revision > 0 && savedAt !== null && (
        <Tag tone="warning">
          <SavedAgo at={savedAt} />
        </Tag>
      )}
      {(state.status === 'failed' || state.status === 'offline') && (
        <button
          type="button"
          onClick={() => void draft.flush()}
          className="touch-target relative font-medium text-primary-text underline underline-offset-2"
        >
          {t('retrySave')}
        </button>
      )}
    </div>
  );
}

function SavedAgo({ at }: { at: number }) {
  const { t } = useTranslation('publishing');
  return t('state.saved', { ago: useAgo(at) });
}

/** "12 s ago" within a minute, then as everywhere. */
export function useAgo(at: number): string {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const [, look] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const gone = Math.max(0, serverNow() - at);
  if (gone < TICK_MS) return t('state.now');
  if (gone < A_MINUTE_MS) return t('state.seconds', { count: Math.round(gone / 1_000) });
  return format.ago(at, serverNow());
}
