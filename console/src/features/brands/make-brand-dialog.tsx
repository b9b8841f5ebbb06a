import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { BrandState } from '#console/features/publishing/brand-states.ts';
import { call, meKey } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { makeBrand } from '#contract/staff/brand-making.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { hostnameFor, keyFor } from './naming.ts';

interface MakeBrandProps {
  open: boolean;
  /** Those that it can begin as. */
  brands: readonly BrandState[];
  onClose: () => void;
  onMade: (key: string) => void;
}

/** A brand in three answers: its name, its address, and what it begins as. All of it is a draft. */
export function MakeBrandDialog({ open, ...rest }: MakeBrandProps) {
  const { t } = useTranslation(['brands', 'shell']);
  return (
    <Dialog
      open={open}
      onClose={rest.onClose}
      closeLabel={t('shell:close')}
      title={t('make.title')}
      text={t('make.text')}
    >
      {open && <MakeForm {...rest} />}
    </Dialog>
  );
}

/** In the list of what it begins as: from nothing. */
const NOTHING = '';
const values = makeBrand.body.extend({ from: z.string().max(32) });

function MakeForm({ brands, onMade }: Omit<MakeBrandProps, 'open'>) {
  const { t } = useTranslation('brands');
  const client = useQueryClient();
  // What was typed by hand is not replaced by what follows from the name.
  const [own, setOwn] = useState({ key: false, hostname: false });
  const form = useSubmitForm({
    defaults: { title: '', key: '', hostname: '', from: brands[0]?.brand ?? NOTHING },
    schema: async () => values,
    words: { title: t('make.titleMissing'), key: t('make.keyWrong'), hostname: t('make.hostnameWrong') },
    fieldOf: { 'brand.key_taken': 'key', 'brand.hostname_taken': 'hostname' },
    async submit({ from, ...named }) {
      await call(makeBrand, { ...named, from: from === NOTHING ? null : from });
      await Promise.all([
        client.invalidateQueries({ queryKey: ['brand-states'] }),
        client.invalidateQueries({ queryKey: meKey }),
      ]);
      onMade(named.key);
    },
  });
  const name = (title: string) => {
    form.change('title', title);
    const key = own.key ? form.watch('key') : keyFor(title);
    if (!own.key) form.change('key', key);
    if (!own.hostname) form.change('hostname', hostnameFor(key));
  };
  const type = (field: 'key' | 'hostname', text: string) => {
    form.change(field, text);
    setOwn({ ...own, [field]: true });
    if (field === 'key' && !own.hostname) form.change('hostname', hostnameFor(text));
  };
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField
        {...form.field('title')}
        label={t('make.name')}
        maxLength={60}
        required
        onChange={({ target }) => name(target.value)}
      />
      <TextField
        {...form.field('hostname')}
        label={t('make.hostname')}
        hint={t('make.hostnameHint')}
        maxLength={253}
        required
        onChange={({ target }) => type('hostname', target.value)}
      />
      <SelectField
        {...form.field('from')}
        label={t('make.from')}
        options={[
          ...brands.map(({ brand, title }) => ({ value: brand, label: t('make.like', { title }) })),
          { value: NOTHING, label: t('make.fromNothing') },
        ]}
      />
      <TextField
        {...form.field('key')}
        label={t('make.key')}
        hint={t('make.keyHint')}
        maxLength={32}
        required
        onChange={({ target }) => type('key', target.value)}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('make.submit')}
      </Button>
    </form>
  );
}
