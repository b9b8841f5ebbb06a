import { SCHEDULE_HOURS_MOST } from '#contract/staff/writing.ts';

const HOUR = 3_600_000;
const EVENING = 20;
const MORNING = 9;

export type TimeChoice = 'hour' | 'evening' | 'morning' | 'tomorrowEvening';

/** The times that are asked for most, by the host's own clock: those that have not passed. */
export function timeChoices(now: number): { name: TimeChoice; at: number }[] {
  const at = (days: number, hour: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.setHours(hour, 0, 0, 0);
  };
  const choices = [
    { name: 'hour', at: now + HOUR },
    { name: 'evening', at: at(0, EVENING) },
    { name: 'morning', at: at(1, MORNING) },
    { name: 'tomorrowEvening', at: at(1, EVENING) },
  ] as const;
  return choices.filter((choice) => isWithinReach(choice.at, now));
}

export function isWithinReach(at: number, now: number): boolean {
  return at > now && at <= now + SCHEDULE_HOURS_MOST * HOUR;
}
