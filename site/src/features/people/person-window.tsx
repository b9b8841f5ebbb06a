import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../contract/profile/people.ts';
import { Tag } from '../../../../packages/ui/badge.tsx';
import { classNames } from '../../../../packages/ui/class-names.ts';
import { Photo } from '../../../../packages/ui/photo.tsx';
import { KindTag } from './kind-tag.tsx';
import { firstPicture } from './person-photo.ts';

type PersonWindowProps = {
  person: Pick<Person, 'pictures' | 'photo' | 'kind' | 'isNew' | 'screenName'>;
  /** How wide it is shown, for `srcset`. */
  sizes: string;
  priority?: boolean;
  className?: string;
};

/** Somebody in the brand's window, with the plaque that says who answers. The name stands beside it. */
export function PersonWindow({ person, sizes, priority = false, className }: PersonWindowProps) {
  const { t } = useTranslation('people');
  return (
    <Photo
      photo={firstPicture(person)}
      alt=""
      sizes={sizes}
      priority={priority}
      shape="portrait"
      className={classNames('w-full', className)}
      fallback={
        <span aria-hidden="true" className="heading text-5xl">
          {person.screenName.slice(0, 1)}
        </span>
      }
    >
      <div className="absolute inset-x-2 bottom-2 flex flex-col items-start gap-1.5 sm:inset-x-3 sm:bottom-3">
        {person.isNew && <Tag tone="highlight">{t('new')}</Tag>}
        <KindTag kind={person.kind} className="leading-[1.2]!" />
      </div>
    </Photo>
  );
}
