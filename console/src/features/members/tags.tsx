import { useTranslation } from 'react-i18next';
import type { MemberPage } from '#contract/staff/members.ts';
import { Tag } from '#ui/badge.tsx';

const statusTones = { active: 'success', disabled: 'danger', closing: 'warning' } as const;
const dense = 'px-2! py-0.5! text-xs!';

export function StatusTag({ status }: Pick<MemberPage, 'status'>) {
  const { t } = useTranslation('members');
  return (
    <Tag tone={statusTones[status]} className={dense}>
      {t(`status.${status}`)}
    </Tag>
  );
}

export function LevelTag({ level }: Pick<MemberPage, 'level'>) {
  const { t } = useTranslation('members');
  return (
    <Tag tone={level === 0 ? 'neutral' : 'highlight'} className={dense}>
      {t(`levels.${level}`)}
    </Tag>
  );
}
