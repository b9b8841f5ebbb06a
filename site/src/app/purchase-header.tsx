import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconLink } from '../../../packages/ui/icon-button.tsx';
import { BrandLogo } from '../shell/brand-logo.tsx';
import { paths } from '../shell/paths.ts';
import { headerLook } from './visitor-header.tsx';

/** Where money changes hands there is nothing but the way back. */
export function PurchaseHeader() {
  const { t } = useTranslation('shell');
  return (
    <header className={headerLook}>
      <div className="grid h-16 grid-cols-[1fr_auto_1fr] items-center px-2 sm:h-17 lg:px-[6vw]">
        <IconLink to={paths.plans()} label={t('nav.backToPlans')} icon={<ArrowLeft className="size-6" />} />
        <BrandLogo />
      </div>
    </header>
  );
}
