import type { ReactNode } from 'react';
import type { Picture } from '../../../../packages/ui/photo.tsx';

/** What a landing page puts into its brand's hero, whichever that is. */
export type HeroProps = {
  /** The brand's name and the way in. */
  bar?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** Three at most are shown. */
  portraits?: readonly { photo: Picture; alt: string }[] | undefined;
  /** The sign-up card. */
  children?: ReactNode;
};
