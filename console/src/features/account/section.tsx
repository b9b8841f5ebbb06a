import type { ReactNode } from 'react';

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div>
        <h2 className="text-base">{title}</h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
