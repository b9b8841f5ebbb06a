import { useTranslation } from 'react-i18next';
import type { PanelProps } from '#client/overlays.ts';
import { IMPORTANCES, WEIGHED_TERMS } from '#contract/discovery/preferences.ts';
import type { Preferences } from '#contract/discovery/preferences.ts';
import { TERMS } from '#contract/discovery/reasons.ts';
import { usePreferences, useSavePreferences } from '#site/features/people/preferences-data.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectRow, SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';

/** How the order of people is made: what is used for it, what a member weighs, and how to do without (DSA, article 27). */
export function OrderPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['meeting', 'shell', 'errors']);
  const preferences = usePreferences();
  const save = useSavePreferences();
  const toast = useToast();
  const change = (changed: Partial<Preferences>) =>
    save.mutate(changed, {
      onSuccess: () => toast({ kind: 'success', text: t('order.saved') }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    });
  return (
    <Dialog {...dialog} closeLabel={t('shell:close')} title={t('order.title')} text={t('order.text')}>
      <Loaded query={preferences} skeleton={<RowSkeletons />}>
        {(known) => <Choices known={known} onChange={change} />}
      </Loaded>
    </Dialog>
  );
}

type ChoicesProps = { known: Preferences; onChange: (change: Partial<Preferences>) => void };

function Choices({ known: { profiling, weights }, onChange }: ChoicesProps) {
  const { t } = useTranslation('meeting');
  const options = IMPORTANCES.map((value) => ({ value, label: t(`order.importance.${value}`) }));
  const importanceOf = (value: string) => IMPORTANCES.find((one) => one === value) ?? 'usual';
  return (
    <div className="space-y-6">
      <SettingsList>
        <SwitchRow
          label={t('order.profiling')}
          detail={t('order.profilingText')}
          checked={profiling}
          onChange={(on) => onChange({ profiling: on })}
        />
      </SettingsList>
      {profiling && (
        <>
          <section>
            <h3 className="text-lg">{t('order.weights')}</h3>
            <SettingsList className="mt-2">
              {WEIGHED_TERMS.map((term) => (
                <SelectRow
                  key={term}
                  label={t(`order.${term}`)}
                  options={options}
                  value={weights[term]}
                  onChange={(value) => onChange({ weights: { ...weights, [term]: importanceOf(value) } })}
                />
              ))}
            </SettingsList>
          </section>
          <section>
            <h3 className="text-lg">{t('order.used')}</h3>
            <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
              {TERMS.map((term) => (
                <li key={term}>{t(`order.usedTerms.${term}`)}</li>
              ))}
            </ul>
          </section>
        </>
      )}
      <Notice>{t('order.never')}</Notice>
    </div>
  );
}
