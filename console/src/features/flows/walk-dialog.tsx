import { ExternalLink, Footprints } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { GENDERS } from '#contract/kernel/fields.ts';
import { startWalk, walkCredits } from '#contract/staff/walks.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useToast } from '#ui/toast.tsx';

interface WalkDialogProps {
  brand: string;
  flowId: string;
  open: boolean;
  /** Saves what is being typed, so that it is what one walks. */
  flush: () => Promise<boolean>;
  onClose: () => void;
}

/** Opens the site in the flow as it is drafted, as a member who does not exist. */
export function WalkDialog({ open, onClose, ...walk }: WalkDialogProps) {
  const { t } = useTranslation(['flows', 'shell']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('walk.title')}
      text={t('walk.text')}
    >
      {open && <WalkForm {...walk} onDone={onClose} />}
    </Dialog>
  );
}

const LEVELS = ['0', '1', '2'] as const;
const schema = z.object({
  level: z.enum(LEVELS),
  credits: z.enum(walkCredits),
  gender: z.enum(GENDERS),
});

/** As large as a phone, where the browser lets a window be. */
const PHONE = 'popup,width=390,height=844';

type WalkFormProps = Pick<WalkDialogProps, 'brand' | 'flowId' | 'flush'> & { onDone: () => void };

function WalkForm({ brand, flowId, flush, onDone }: WalkFormProps) {
  const { t } = useTranslation('flows');
  const toast = useToast();
  const defaults: z.output<typeof schema> = { level: '0', credits: 'newcomer', gender: 'male' };
  const form = useSubmitForm({
    defaults,
    schema: async () => schema,
    async submit({ level, credits, gender }) {
      // Browsers open a window only while a button is being pressed; where it leads is known a moment later.
      const opened = window.open('', '_blank', PHONE);
      try {
        await flush();
        const walk = { brand, flowId, level: levelOf(level), credits, gender };
        const { address } = await call(startWalk, walk);
        if (!opened) return void window.open(address, '_blank', 'noopener');
        opened.opener = null;
        opened.location.replace(address);
        toast({ kind: 'success', text: t('walk.opened') });
        onDone();
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <SelectField
        {...form.field('level')}
        label={t('walk.level')}
        options={LEVELS.map((level) => ({ value: level, label: t(`walk.levels.${level}`) }))}
      />
      <SelectField
        {...form.field('credits')}
        label={t('walk.credits')}
        options={walkCredits.map((each) => ({ value: each, label: t(`walk.has.${each}`) }))}
      />
      <SelectField
        {...form.field('gender')}
        label={t('walk.gender')}
        options={GENDERS.map((each) => ({ value: each, label: t(`walk.genders.${each}`) }))}
      />
      <p className="flex items-start gap-2 text-sm text-muted">
        <Footprints aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('walk.note')}
      </p>
      <Button
        type="submit"
        wide
        loading={form.busy}
        iconEnd={<ExternalLink aria-hidden className="size-4.5" />}
      >
        {t('walk.start')}
      </Button>
    </form>
  );
}

function levelOf(level: (typeof LEVELS)[number]): 0 | 1 | 2 {
  return level === '0' ? 0 : level === '1' ? 1 : 2;
}
