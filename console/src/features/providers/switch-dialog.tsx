import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call, useMe, useMyBrands } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { providers as facts } from '#contract/billing/providers.ts';
import { writing } from '#contract/kernel/text.ts';
import {
  type ProviderStatus,
  type ProviderStop,
  providerStop,
  switchProvider,
} from '#contract/staff/providers.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';

export const providersKey = ['providers'];

const stops = ['nothing', 'charges', 'everything'] as const satisfies readonly ProviderStop[];
/** In the list of brands: all of them. */
const ALL = '';
const LONGEST_REASON = 300;
const values = z.object({ brand: z.string(), stops: providerStop, reason: writing(LONGEST_REASON).min(1) });

/** Asks what is to be turned off, and why: all readers of the page see the reason. */
export function SwitchDialog({ status, onClose }: { status: ProviderStatus | null; onClose: () => void }) {
  const { t } = useTranslation(['providers', 'shell']);
  return (
    <Dialog
      open={status !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={status ? t('dialog', { provider: facts[status.provider].title }) : ''}
      text={t('dialogText')}
    >
      {status && <SwitchForm status={status} onDone={onClose} />}
    </Dialog>
  );
}

function SwitchForm({ status, onDone }: { status: ProviderStatus; onDone: () => void }) {
  const { t } = useTranslation('providers');
  const toast = useToast();
  const client = useQueryClient();
  const { provider } = status;
  const { data: me } = useMe();
  const mine = useMyBrands('payments.switch');
  const stopsAt = (brand: string) =>
    (brand === ALL ? status.switched : status.atBrands.find((each) => each.brand === brand))?.stops ??
    'nothing';
  const first = me?.isOwner ? ALL : (mine[0]?.key ?? ALL);
  const form = useSubmitForm({
    defaults: { brand: first, stops: stopsAt(first), reason: '' },
    schema: async () => values,
    words: { reason: t('reasonMissing') },
    async submit({ brand, stops: chosen, reason }) {
      try {
        await call(switchProvider, { provider, brand: brand === ALL ? null : brand, stops: chosen, reason });
      } finally {
        await client.invalidateQueries({ queryKey: providersKey });
      }
      toast({ kind: 'success', text: t(`done.${chosen}`, { provider: facts[provider].title }) });
      onDone();
    },
  });
  const brand = form.watch('brand');
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <SelectField
        label={t('where')}
        value={brand}
        options={[
          ...(me?.isOwner ? [{ value: ALL, label: t('allBrands') }] : []),
          ...mine.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        onChange={({ target }) => {
          form.change('brand', target.value);
          form.change('stops', stopsAt(target.value));
        }}
      />
      <SelectField
        {...form.field('stops')}
        label={t('stops')}
        options={stops
          .filter((value) => brand === ALL || value !== 'everything')
          .map((value) => ({ value, label: t(`stop.${value}`) }))}
      />
      <TextArea
        {...form.field('reason')}
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={LONGEST_REASON}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('save')}
      </Button>
    </form>
  );
}
