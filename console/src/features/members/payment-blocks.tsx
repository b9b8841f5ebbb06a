import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { ReasonForm } from '#console/shell/reason-form.tsx';
import { type PaymentBlock, liftPaymentBlock } from '#contract/staff/billing.ts';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { usePaymentBlocks } from './member-data.ts';
import { useNames } from './names.ts';

const LONGEST_REASON = 300;

const kinds = {
  account: { name: 'blocks.kind.account', lifted: 'blocks.lifted.account' },
  email: { name: 'blocks.kind.email', lifted: 'blocks.lifted.email' },
  card: { name: 'blocks.kind.card', lifted: 'blocks.lifted.card' },
  address: { name: 'blocks.kind.address', lifted: 'blocks.lifted.address' },
} as const satisfies Record<PaymentBlock['kind'], object>;

const stopped = {
  sales: 'blocks.stopped.sales',
  charges: 'blocks.stopped.charges',
} as const satisfies Record<PaymentBlock['stops'], string>;

interface PaymentBlocksProps {
  place: Place;
  mayLift: boolean;
}

/** What keeps the member from paying: by what they are recognised, why and since when. */
export function PaymentBlocks({ place, mayLift }: PaymentBlocksProps) {
  const { t } = useTranslation(['members', 'shell']);
  const titleId = useId();
  const query = usePaymentBlocks(place);
  const dialog = useOverlay<PaymentBlock>('lift-payment-block', { endsWithPage: true });
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 pt-3">
      <h2 id={titleId} className="text-sm font-semibold">
        {t('blocks.title')}
      </h2>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} />}>
        {({ blocks }) =>
          blocks.length === 0 ? (
            <p className="text-[0.8125rem] text-muted">{t('blocks.empty')}</p>
          ) : (
            <BlockTable blocks={blocks} onLift={mayLift ? dialog.open : undefined} />
          )
        }
      </Loaded>
      <Dialog
        open={dialog.props !== null}
        onClose={() => void dialog.close()}
        closeLabel={t('shell:close')}
        title={t('blocks.liftTitle')}
        text={dialog.props ? t(kinds[dialog.props.kind].lifted) : ''}
      >
        {dialog.props && <LiftForm place={place} id={dialog.props.id} onDone={() => void dialog.close()} />}
      </Dialog>
    </section>
  );
}

interface BlockTableProps {
  blocks: readonly PaymentBlock[];
  onLift: ((block: PaymentBlock) => void) | undefined;
}

function BlockTable({ blocks, onLift }: BlockTableProps) {
  const { t } = useTranslation(['members', 'shell']);
  const named = useNames();
  const columns: Column<PaymentBlock>[] = [
    {
      title: t('blocks.what'),
      heading: true,
      renderCell: (block) => (
        <>
          <span className="font-semibold">{t(kinds[block.kind].name)}</span>
          {block.kind !== 'account' && (
            <span className="block text-xs wrap-anywhere text-muted">{block.label}</span>
          )}
        </>
      ),
    },
    { title: t('blocks.stops'), renderCell: ({ stops }) => t(stopped[stops]) },
    {
      title: t('blocks.reason'),
      renderCell: ({ reason }) => <span className="wrap-anywhere">{named('rules', reason)}</span>,
    },
    {
      title: t('blocks.since'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ];
  if (onLift)
    columns.push({
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      className: 'md:whitespace-nowrap',
      renderCell: (block) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('blocks.liftOf', { what: t(kinds[block.kind].name) })}
          onClick={() => onLift(block)}
        >
          {t('blocks.lift')}
        </Button>
      ),
    });
  return <DataTable name={t('blocks.title')} columns={columns} rows={blocks} keyOf={({ id }) => id} />;
}

interface LiftFormProps {
  place: Place;
  id: string;
  onDone: () => void;
}

function LiftForm({ place, id, onDone }: LiftFormProps) {
  const { t } = useTranslation('members');
  const toast = useToast();
  const refresh = useRefreshMembers();
  const lift = async (reason: string) => {
    try {
      await call(liftPaymentBlock, { ...place, id, reason });
    } finally {
      // Another person may have been quicker, so the list behind the dialog is read again.
      await refresh();
    }
    toast({ name: 'member', kind: 'success', text: t('blocks.done') });
    onDone();
  };
  return (
    <ReasonForm
      label={t('reason')}
      hint={t('reasonHint')}
      missing={t('reasonMissing')}
      act={t('blocks.lift')}
      most={LONGEST_REASON}
      onSubmit={lift}
    />
  );
}
