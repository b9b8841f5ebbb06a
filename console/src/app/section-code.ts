export const sectionCode = {
  overview: async () => ({ Component: (await import('../features/overview/overview.tsx')).Overview }),
  outbox: async () => ({ Component: (await import('../features/outbox/outbox.tsx')).Outbox }),
  mail: async () => ({ Component: (await import('../features/outbox/mail.tsx')).Mail }),
  reports: async () => ({ Component: (await import('../features/reports/reports.tsx')).Reports }),
  jobs: async () => ({ Component: (await import('../features/jobs/jobs.tsx')).Jobs }),
  audit: async () => ({ Component: (await import('../features/audit/audit.tsx')).Audit }),
};

/** Brings the other sections in while nothing else is to be done, so that they open at once, even without a network. */
export async function fetchSections(): Promise<void> {
  await Promise.allSettled(Object.values(sectionCode).map((load) => load()));
}
