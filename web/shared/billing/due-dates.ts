import { dayMs } from '#contract/durations.ts'
/** Returns the days until a time, a started day counted in full; 0 when it is past. */
export const daysLeft = (time: string, now: number) =>
  Math.max(0, Math.ceil((new Date(time).getTime() - now) / dayMs))
/** Returns whether a time has passed, with five minutes of tolerance for clock differences. */
export const isDue = (time: string, now: number) => new Date(time).getTime() <= now + 300_000
