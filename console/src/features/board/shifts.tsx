import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CalendarPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useOverlay } from '#client/overlays.ts';
import { call, explain, useBrandTitle, useMyBrands } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { useFormat } from '#console/shell/format.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { line } from '#contract/kernel/text.ts';
import { type Shift, cancelShift, listShifts, planShift } from '#contract/staff/supervision.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { localDay, momentsOf } from './shift-times.ts';

type Host = ReplyOf<typeof listShifts>['hosts'][number];

/** When hosts are expected to work. */
export function Shifts() {
  const { t } = useTranslation('board');
  const query = useShifts();
  const plan = useOverlay<readonly Host[]>('plan-shift', { endsWithPage: true });
  const cancel = useOverlay<Shift>('cancel-shift', { endsWithPage: true });
  const hosts = query.data?.hosts ?? [];
  return (
    <Page
      text={t('shiftsText')}
      actions={
        <Button
          size="sm"
          disabled={hosts.length === 0}
          icon={<CalendarPlus aria-hidden className="size-4" />}
          onClick={() => plan.open(hosts)}
        >
          {t('plan')}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={5} />}>
        {({ shifts }) =>
          shifts.length === 0 ? (
            <EmptyState
              compact
              icon={<CalendarClock />}
              title={t('nonePlanned')}
              text={t(hosts.length === 0 ? 'noHosts' : 'nonePlannedText')}
            />
          ) : (
            <div>
              <ShiftTable shifts={shifts} isPartial={query.hasNextPage} onCancel={cancel.open} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
      <PlanDialog hosts={plan.props} onClose={() => void plan.close()} />
      <ConfirmCancel shift={cancel.props} onClose={() => void cancel.close()} />
    </Page>
  );
}

const shiftsKey = ['shifts'];

function useShifts() {
  const scope = useBrandScope();
  const client = useQueryClient();
  useLiveChanges('board', () => void client.invalidateQueries({ queryKey: shiftsKey }));
  return useInfiniteQuery({
    queryKey: shiftsKey,
    queryFn: ({ pageParam, signal }) => call(listShifts, pageParam ? { after: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      hosts: pages[0]?.hosts ?? [],
      shifts: pages
        .flatMap(({ shifts }) => shifts)
        .filter(({ brand }) => scope === undefined || brand === scope),
    }),
  });
}

export function ShiftTimes({ shift: { startsAt, endsAt } }: { shift: Shift }) {
  const format = useFormat();
  return (
    <span className="whitespace-nowrap tabular-nums">
      <time dateTime={new Date(startsAt).toISOString()}>{format.dayAndClock(startsAt)}</time>
      {' – '}
      <time dateTime={new Date(endsAt).toISOString()}>{format.clock(endsAt)}</time>
    </span>
  );
}

interface ShiftTableProps {
  shifts: readonly Shift[];
  isPartial: boolean;
  onCancel: (shift: Shift) => void;
}

function ShiftTable({ shifts, isPartial, onCancel }: ShiftTableProps) {
  const { t } = useTranslation(['board', 'shell']);
  const format = useFormat();
  const titleOf = useBrandTitle();
  const hasBrands = useMyBrands('conversations.supervise').length > 1;
  const ofBrand: ListColumn<Shift> = {
    id: 'brand',
    title: t('brand'),
    sortBy: ({ brand }) => titleOf(brand),
    csv: ({ brand }) => titleOf(brand),
    renderCell: ({ brand }) => titleOf(brand),
  };
  const columns: ListColumn<Shift>[] = [
    {
      id: 'host',
      title: t('host'),
      sortBy: ({ name }) => name,
      csv: ({ name }) => name,
      heading: true,
      renderCell: ({ name }) => <span className="font-semibold">{name}</span>,
    },
    ...(hasBrands ? [ofBrand] : []),
    {
      id: 'when',
      title: t('when'),
      sortBy: ({ startsAt }) => startsAt,
      csv: ({ startsAt, endsAt }) => `${new Date(startsAt).toISOString()}/${new Date(endsAt).toISOString()}`,
      renderCell: (shift) => <ShiftTimes shift={shift} />,
    },
    {
      id: 'note',
      title: t('note'),
      csv: ({ note }) => note,
      className: 'wrap-anywhere',
      renderCell: ({ note }) => note,
    },
    {
      id: 'actions',
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (shift) => (
        <IconButton
          label={t('cancelOf', { name: shift.name, time: format.dayAndClock(shift.startsAt) })}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={() => onCancel(shift)}
        />
      ),
    },
  ];
  return (
    <ListTable
      id="shifts"
      name={t('page.shifts')}
      columns={columns}
      rows={shifts}
      keyOf={({ id }) => id}
      isPartial={isPartial}
    />
  );
}

function PlanDialog({ hosts, onClose }: { hosts: readonly Host[] | null; onClose: () => void }) {
  const { t } = useTranslation(['board', 'shell']);
  return (
    <Dialog open={hosts !== null} onClose={onClose} closeLabel={t('shell:close')} title={t('plan')}>
      {hosts && <PlanForm hosts={hosts} onClose={onClose} />}
    </Dialog>
  );
}

const schema = z.object({
  brand: z.string().min(1),
  staffId: z.uuid(),
  day: z.iso.date(),
  from: z.iso.time({ precision: -1 }),
  to: z.iso.time({ precision: -1 }),
  note: line(200),
});

function PlanForm({ hosts, onClose }: { hosts: readonly Host[]; onClose: () => void }) {
  const { t } = useTranslation('board');
  const toast = useToast();
  const client = useQueryClient();
  const titleOf = useBrandTitle();
  const brands = [...new Set(hosts.map(({ brand }) => brand))];
  // The same for every attempt, so that an answer that got lost plans nothing twice.
  const [id] = useState(() => crypto.randomUUID());
  const [today] = useState(() => localDay(new Date()));
  const form = useSubmitForm({
    defaults: {
      brand: hosts[0]?.brand ?? '',
      staffId: hosts[0]?.id ?? '',
      day: today,
      from: '09:00',
      to: '17:00',
      note: '',
    },
    schema: async () => schema,
    fieldOf: { 'shift.too_long': 'to', 'shift.over': 'day', 'shift.overlaps': 'from' },
    async submit({ brand, staffId, note, ...times }) {
      await call(planShift, { brand, id, staffId, note, ...momentsOf(times) });
      toast({ kind: 'success', text: t('planned') });
      await client.invalidateQueries({ queryKey: shiftsKey });
      onClose();
    },
  });
  const hostsAt = (key: string) => hosts.filter(({ brand }) => brand === key);
  const chooseBrand = (key: string) => {
    const there = hostsAt(key);
    const chosen = form.values().staffId;
    form.change('brand', key);
    // Who was chosen stays chosen where they answer for this brand as well.
    form.change('staffId', (there.find((host) => host.id === chosen) ?? there[0])?.id ?? '');
  };
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      {brands.length > 1 && (
        <SelectField
          {...form.field('brand')}
          value={form.watch('brand')}
          onChange={({ target }) => chooseBrand(target.value)}
          label={t('brand')}
          options={brands.map((key) => ({ value: key, label: titleOf(key) }))}
        />
      )}
      <SelectField
        {...form.field('staffId')}
        value={form.watch('staffId')}
        label={t('host')}
        options={hostsAt(form.watch('brand')).map(({ id: value, name }) => ({ value, label: name }))}
      />
      <TextField {...form.field('day')} type="date" label={t('day')} />
      <div className="grid grid-cols-2 max-xs:grid-cols-1 gap-3">
        <TextField {...form.field('from')} type="time" label={t('from')} />
        <TextField {...form.field('to')} type="time" label={t('to')} />
      </div>
      <TextField {...form.field('note')} label={t('note')} maxLength={200} />
      <Button type="submit" wide loading={form.busy}>
        {t('plan')}
      </Button>
    </form>
  );
}

function ConfirmCancel({ shift, onClose }: { shift: Shift | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['board', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: ({ brand, id }: Shift) => call(cancelShift, { brand, id }),
    onSuccess: () => toast({ kind: 'success', text: t('cancelled') }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    async onSettled() {
      await client.invalidateQueries({ queryKey: shiftsKey });
      onClose();
    },
  });
  return (
    <Confirm
      open={shift !== null}
      title={t('cancelTitle')}
      text={t('cancelText', { name: shift?.name ?? '' })}
      action={t('cancelShift')}
      cancel={t('shell:cancel')}
      busy={cancel.isPending}
      onConfirm={() => shift && cancel.mutate(shift)}
      onClose={onClose}
    />
  );
}
