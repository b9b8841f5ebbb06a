import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-(--section-gap)">
      <h2 className="mb-6 text-3xl">{title}</h2>
      {children}
    </section>
  );
}

export function Group({
  title,
  children,
  className,
}: {
  title: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className="mb-8 min-w-0">
      <h3 className="mb-3 font-text text-sm tracking-normal text-muted">{title}</h3>
      <div className={className ?? 'flex flex-wrap items-center gap-3'}>{children}</div>
    </div>
  );
}
