const dayMs = 86_400_000
/** The days until then, each begun one counted; 0 when it is past. */
export const daysLeft = (time: string, now: number) =>
  Math.max(0, Math.ceil((new Date(time).getTime() - now) / dayMs))
/** Whether something due then is due by now: the clocks of two machines may differ by a little. */
export const isDue = (time: string, now: number) => new Date(time).getTime() <= now + 300_000
