import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | undefined;
  /** Without it, the content reaches the edges. */
  padded?: boolean | undefined;
  /** Answers to the pointer, for a card that holds one link. */
  lively?: boolean | undefined;
};

export function Card({ as: Element = 'div', padded = true, lively = false, className, ...rest }: CardProps) {
  return (
    // The four elements take the same attributes; the type of one stands for all.
    <Element
      {...(rest as ComponentProps<'div'> & ComponentProps<'li'>)}
      className={classNames(
        'rounded-card edge bg-surface shadow-card',
        padded && 'p-(--card-padding)',
        lively && 'transition hover:-translate-y-0.5 hover:shadow-raised',
        className,
      )}
    />
  );
}
