import { UserPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Moment } from '#console/shell/format.tsx';
import { languages } from '#contract/kernel/languages.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Path } from './rebase.ts';
import type { Meanwhile } from './use-profile-form.ts';

interface MeanwhileNoticeProps {
  meanwhile: Meanwhile;
  onTake: (path: Path, theirs: unknown) => void;
  onClose: () => void;
}

/** A colleague was faster: who, when, and what of it stands against what was typed here. */
export function MeanwhileNotice({ meanwhile: { by, at, clashes }, onTake, onClose }: MeanwhileNoticeProps) {
  const { t } = useTranslation('profile');
  const nameOf = useFieldName();
  return (
    <div role="alert">
      <Notice
        tone="warning"
        icon={<UserPen aria-hidden />}
        title={by === null ? t('meanwhile.titleNobody') : t('meanwhile.title', { name: by })}
        action={
          <Button size="sm" variant="secondary" onClick={onClose}>
            {t('meanwhile.close')}
          </Button>
        }
      >
        <Moment at={at} />
        <p>{t(clashes.length > 0 ? 'meanwhile.clashes' : 'meanwhile.noClash')}</p>
        {clashes.length > 0 && (
          <ul className="mt-2 flex flex-col gap-2">
            {clashes.map(({ path, theirs }) => (
              <li key={path.join('.')} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0">
                  <strong>{nameOf(path)}:</strong> <q className="wrap-anywhere">{wordsOf(theirs)}</q>
                </span>
                <Button size="sm" variant="ghost" onClick={() => onTake(path, theirs)}>
                  {t('meanwhile.take')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

/** What a field is called, wherever in the form it stands. */
function useFieldName() {
  const { t } = useTranslation(['profile', 'details']);
  return ([field = '', part, word]: Path): string => {
    if (field === 'words' && part !== undefined && word !== undefined)
      return `${t(`words.${word as 'about'}`)} (${languages[part as 'it'].name})`;
    if (field === 'details' && part !== undefined) return t(`details:${part as 'height'}.name`);
    return t(`fields.${field as 'notes'}`);
  };
}

function wordsOf(value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
