import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import type { Proposal } from '#contract/staff/brand-editing.ts';
import { discardDraft } from '#contract/staff/brand-editing.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useToast } from '#ui/toast.tsx';
import { usePathWords } from './path-words.ts';
import { PublishDialog, type Publishing } from './publish-dialog.tsx';
import { type PartState, refreshBrand, useCheck, useDifference, useParts } from './publishing-data.ts';

interface PublishPanelProps {
  brand: string;
  /** The parts that this page edits; all that are drafted where they are absent. */
  parts?: readonly string[];
  /** Saves what is being typed before it is looked through. */
  flush?: () => Promise<boolean>;
}

/** How far the drafts are from what is live, and what can be done with them. */
export function PublishPanel({ brand, parts, flush }: PublishPanelProps) {
  const { t } = useTranslation('publishing');
  const { data } = useParts(brand);
  const [publishing, setPublishing] = useState<Publishing | null>(null);
  if (!data) return null;
  // Of a brand that was never published all parts go together: one alone is no brand.
  const isNew = !data.parts.some(({ live }) => live);
  const drafted = data.parts.filter(
    ({ part, draft }) => draft && (isNew || parts === undefined || parts.includes(part)),
  );
  const proposal = proposalOf(drafted);
  const open = async (when: Publishing['when']) => {
    if ((await flush?.()) === false) return;
    // What was saved just now has another revision.
    setPublishing({ proposal: { of: 'drafts', parts: [] }, when });
  };
  const shown = publishing && proposal ? { ...publishing, proposal } : null;
  return (
    <Card as="section" className="flex flex-col gap-3 bg-primary-soft/40 p-4!">
      <Summary brand={brand} proposal={proposal} drafted={drafted} isNew={isNew} />
      {proposal && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => void open('now')}>
            {t('panel.publish')}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => void open('later')}>
            {t('panel.schedule')}
          </Button>
          {!isNew && drafted.length === 1 && drafted[0] && <Discard brand={brand} drafted={drafted[0]} />}
        </div>
      )}
      <PublishDialog brand={brand} publishing={shown} onClose={() => setPublishing(null)} />
    </Card>
  );
}

function proposalOf(drafted: readonly PartState[]): Proposal | null {
  const parts = drafted.flatMap(({ part, draft }) => (draft ? [{ part, revision: draft.revision }] : []));
  return parts.length === 0 ? null : { of: 'drafts', parts };
}

interface SummaryProps {
  brand: string;
  proposal: Proposal | null;
  drafted: readonly PartState[];
  isNew: boolean;
}

/** Names that are shown of what has changed. */
const MOST_NAMES = 6;

function Summary({ brand, proposal, drafted, isNew }: SummaryProps) {
  const { t } = useTranslation('publishing');
  const pathWords = usePathWords();
  const { data: difference } = useDifference(brand, proposal);
  const { data: check } = useCheck(brand, proposal);
  if (!proposal) return <p className="text-sm text-muted">{t('panel.none')}</p>;
  const lines = difference?.parts.flatMap(({ lines: own }) => own) ?? [];
  const names = [...new Set(lines.map(({ path }) => pathWords(path.slice(0, 2))))];
  const blocking = check?.problems.filter(({ blocks }) => blocks).length ?? 0;
  const hints = (check?.problems.length ?? 0) - blocking;
  const version = Math.max(0, ...drafted.map(({ live }) => live?.version ?? 0));
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <h2 className="font-text text-sm font-semibold">
        {isNew || version === 0 ? t('panel.first') : t('panel.changes', { count: lines.length, version })}
      </h2>
      {!isNew && names.length > 0 && (
        <p className="text-[0.8125rem] text-muted">
          {names.slice(0, MOST_NAMES).join(', ')}
          {names.length > MOST_NAMES && ' …'}
        </p>
      )}
      {check && (
        <p className="flex flex-wrap gap-1.5">
          {blocking > 0 ? (
            <Tag tone="danger">{t('panel.blocked', { count: blocking })}</Tag>
          ) : (
            <Tag tone="success">{t('panel.law')}</Tag>
          )}
          {hints > 0 && <Tag tone="warning">{t('panel.hints', { count: hints })}</Tag>}
        </p>
      )}
      {drafted.some(({ draft }) => draft?.outdated) && (
        <p className="text-[0.8125rem] text-warning-text">{t('panel.outdated')}</p>
      )}
    </div>
  );
}

function Discard({ brand, drafted: { part, live, draft } }: { brand: string; drafted: PartState }) {
  const { t, i18n } = useTranslation(['publishing', 'shell']);
  const client = useQueryClient();
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(discardDraft, { brand, part, revision: draft?.revision ?? 0 }),
    onSuccess: () => toast({ kind: 'success', text: t('discard.done') }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    async onSettled() {
      await refreshBrand(client, brand);
      setAsks(false);
    },
  });
  const label = live ? t('panel.discard', { version: live.version }) : t('panel.discardNew');
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setAsks(true)}>
        {label}
      </Button>
      <Confirm
        open={asks}
        title={t('discard.title')}
        text={t('discard.text')}
        action={label}
        cancel={t('shell:cancel')}
        danger
        busy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
