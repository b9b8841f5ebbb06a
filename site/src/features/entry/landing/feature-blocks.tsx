import { HandHeart, MessageCircleHeart, ReceiptEuro } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { KindBadge } from '../../../../../packages/ui/kind-badge.tsx';

export function FeatureBlocks() {
  const { t } = useTranslation(['home', 'shell']);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="w-full px-5 py-14 sm:py-20 lg:px-[6vw]">
      <h2 id={titleId} className="text-3xl sm:text-4xl">
        {t('features.title')}
      </h2>
      <div className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
        <Block icon={<MessageCircleHeart />} title={t('features.talkTitle')} text={t('features.talkText')} />
        <Block icon={<HandHeart />} title={t('features.honestTitle')} text={t('features.honestText')}>
          <div className="mt-4 flex flex-wrap gap-2">
            <KindBadge kind="staff" label={t('shell:kind.staff')} />
            <KindBadge kind="ai" label={t('shell:kind.ai')} />
          </div>
        </Block>
        <Block icon={<ReceiptEuro />} title={t('features.priceTitle')} text={t('features.priceText')} />
      </div>
    </section>
  );
}

type BlockProps = { icon: ReactNode; title: string; text: string; children?: ReactNode };

function Block({ icon, title, text, children }: BlockProps) {
  return (
    <div className="max-md:flex max-md:gap-5">
      <span
        aria-hidden="true"
        className="grid aspect-4/5 w-16 shrink-0 place-items-center self-start rounded-portrait bg-primary-soft pt-1 text-on-primary-soft md:w-20 [&>svg]:size-7 [&>svg]:stroke-[1.5] md:[&>svg]:size-8"
      >
        {icon}
      </span>
      <div>
        <h3 className="text-xl md:mt-5 md:text-2xl">{title}</h3>
        <p className="mt-2 max-w-[42ch] text-muted">{text}</p>
        {children}
      </div>
    </div>
  );
}
