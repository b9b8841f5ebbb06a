import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { IconButton } from '../../../../packages/ui/icon-button.tsx';
import { paths } from '../../shell/paths.ts';

/** Leads to where one was, or to the search for who came straight here. */
export function BackButton() {
  const { t } = useTranslation('person');
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <IconButton
      label={t('back')}
      variant="surface"
      icon={<ArrowLeft aria-hidden="true" className="size-5" />}
      // The first page of a visit has this key: before it there is nothing of ours.
      onClick={() => void (key === 'default' ? navigate(paths.find) : navigate(-1))}
      className="absolute top-0 left-0 z-10 xl:-left-16"
    />
  );
}
