import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { Failure } from '#contract/kernel/errors.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Keys, useKeys } from './keys.tsx';
import { Loaded } from './loaded.tsx';
import { TabTitle } from './page.tsx';

interface DetailPageProps {
  /** Where it is listed, for those who did not come from there. */
  list: string;
  width?: string;
  children: ReactNode;
}

/** A page about one thing, with the way back to where one came from. */
export function DetailPage({ list, width = 'max-w-7xl', children }: DetailPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { key } = useLocation();
  const back = () => void (key === 'default' ? navigate(list) : navigate(-1));
  useKeys({ Escape: back });
  return (
    <div className={classNames('mx-auto flex w-full flex-col gap-5 px-4 py-4 lg:px-8 lg:py-6', width)}>
      <TabTitle />
      <div className="-mb-2 flex items-center gap-1 text-sm text-muted">
        <IconButton
          label={t('back')}
          icon={<ArrowLeft aria-hidden className="size-5" />}
          onClick={back}
          className="-ms-2.5"
        />
        <Keys keys={['Esc']} />
      </div>
      {children}
    </div>
  );
}

interface LoadedDetailProps<T> {
  query: UseQueryResult<T>;
  /** What is said where it does not exist any more. */
  gone: ReactNode;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function LoadedDetail<T>({ query, gone, skeleton, children }: LoadedDetailProps<T>) {
  if (query.error instanceof Failure && query.error.code === 'request.not_found') return gone;
  return (
    <Loaded query={query} skeleton={skeleton}>
      {children}
    </Loaded>
  );
}
