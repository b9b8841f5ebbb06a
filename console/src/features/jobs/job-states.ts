export const jobStates = ['waiting', 'running', 'dead'] as const;
export type JobState = (typeof jobStates)[number];
