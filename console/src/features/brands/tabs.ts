/** The tabs of a brand's page, as they stand in its address. */
export const brandTabs = ['look', 'words', 'company', 'hostnames', 'payments', 'support', 'history'] as const;
export type BrandTab = (typeof brandTabs)[number];
