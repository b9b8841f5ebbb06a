import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { Keys } from '../../shell/keys.tsx';

const keys = [
  ['next', ['N']],
  ['move', ['J', 'K']],
  ['enter', ['↵']],
  ['approve', ['A']],
  ['refuse', ['R', '1–7']],
  ['dismiss', ['C']],
  ['uphold', ['P']],
  ['write', ['W']],
  ['sanction', ['G']],
  ['skip', ['S']],
  ['undo', ['U']],
  ['select', ['X', '⇧X']],
  ['clear', ['Esc']],
  ['blur', ['B']],
  ['help', ['?']],
] as const;

export function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['moderation', 'shell']);
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('shell:close')} title={t('help.title')}>
      <dl className="mt-4 flex flex-col divide-y divide-line text-sm">
        {keys.map(([name, shown]) => (
          <div key={name} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{t(`help.${name}`)}</dt>
            <dd>
              <Keys keys={shown} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
