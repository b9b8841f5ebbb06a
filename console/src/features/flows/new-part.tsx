import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Overlay } from '#client/overlays.ts';
import { type PartState, refreshBrand } from '#console/features/publishing/publishing-data.ts';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { paths } from '#console/shell/paths.ts';
import { flowPart, planPart, readPart as kindOfPart } from '#contract/brand/parts.ts';
import { flowId } from '#contract/kernel/fields.ts';
import { line, word } from '#contract/kernel/text.ts';
import { readPart, saveDraft } from '#contract/staff/brand-editing.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { Content } from './form/content.ts';

type Kind = 'flow' | 'plan';

interface NewPartDialogProps {
  brand: string;
  kind: Kind | null;
  parts: readonly PartState[];
  dialog: Pick<Overlay<Kind>, 'close' | 'go'>;
}

/** A flow that begins as another one, or a plan that may. It is a draft until it is published. */
export function NewPartDialog({ brand, kind, parts, dialog }: NewPartDialogProps) {
  const { t } = useTranslation(['flows', 'shell']);
  return (
    <Dialog
      open={kind !== null}
      onClose={() => void dialog.close()}
      closeLabel={t('shell:close')}
      title={t(`new.${kind ?? 'flow'}`)}
      text={t(`newText.${kind ?? 'flow'}`)}
    >
      {kind !== null && <NewPartForm brand={brand} kind={kind} parts={parts} onMade={dialog.go} />}
    </Dialog>
  );
}

/** Begins as nothing. */
const NOTHING = '';

const productId = word(64, /^[a-z0-9][a-z0-9_-]{1,63}$/);

interface NewPartFormProps {
  brand: string;
  kind: Kind;
  parts: readonly PartState[];
  onMade: (path: string) => void;
}

function NewPartForm({ brand, kind, parts, onMade }: NewPartFormProps) {
  const { t, i18n } = useTranslation('flows');
  const client = useQueryClient();
  const others = parts.filter((part) => part.kind === kind);
  const partOf = kind === 'flow' ? flowPart : planPart;
  const isTaken = (id: string) => parts.some(({ part }) => part === partOf(id));
  const form = useSubmitForm({
    defaults: {
      from: kind === 'flow' ? (others[0]?.part ?? NOTHING) : NOTHING,
      id: kind === 'flow' ? freeFlowId(others) : '',
      name: '',
    },
    schema: async () =>
      z.object({
        from: z.string(),
        id: (kind === 'flow' ? flowId : productId).refine((id) => !isTaken(id)),
        name: line(80).min(1),
      }),
    words: { id: t(`new.${kind}IdWrong`), name: t('new.nameMissing') },
    async submit({ from, id, name }) {
      const source = from === NOTHING ? undefined : await call(readPart, { brand, part: from });
      const copied = source?.draftContent ?? source?.liveContent ?? {};
      const content: Content =
        kind === 'flow'
          ? { ...copied, id, name }
          : { ...(source ? copied : emptyPlan), productId: id, name: { [i18n.language]: name } };
      await call(saveDraft, { brand, part: partOf(id), content, revision: 0, basedOn: null });
      await refreshBrand(client, brand);
      onMade(kind === 'flow' ? paths.flow(brand, id) : paths.plan(brand, id));
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <SelectField
        {...form.field('from')}
        label={t('new.from')}
        options={[
          ...(kind === 'plan' || others.length === 0 ? [{ value: NOTHING, label: t('new.nothing') }] : []),
          ...others.map(({ part, name }) => ({ value: part, label: name || kindOfPart(part).id })),
        ]}
      />
      <TextField {...form.field('name')} label={t(`new.${kind}Name`)} maxLength={80} autoComplete="off" />
      <TextField
        {...form.field('id')}
        label={t('new.id')}
        hint={t(`new.${kind}IdHint`)}
        maxLength={kind === 'flow' ? 32 : 64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('new.make')}
      </Button>
    </form>
  );
}

/** What a plan is made of before a price is said. */
const emptyPlan: Content = { credits: 0, promoCredits: 0, level: 1 };

/** The number after the highest that there is: flows are named in links, where short ids are best. */
function freeFlowId(flows: readonly PartState[]): string {
  const numbers = flows.map(({ part }) => Number(kindOfPart(part).id)).filter(Number.isSafeInteger);
  return String(Math.max(0, ...numbers) + 1);
}
