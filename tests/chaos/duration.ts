/** How long a soak lasts: CHAOS_SECONDS of `npm run chaos`, else its short form in `npm test`. */
export const isChaosRun = process.env['CHAOS_SECONDS'] !== undefined
export const durationSeconds = (short: number) => Number(process.env['CHAOS_SECONDS'] ?? short)
/** What is promised on a quiet machine is asked for where one soaks; a busy one is given time. */
export const deadlineMs = (ms: number) => (isChaosRun ? ms : Math.max(30_000, ms))

/** The last figure of a promise, for docs/faults.md: shown where one soaks. */
export function reportMeasurement(name: string, value: string | number): void {
  if (isChaosRun)
    process.stdout.write(`  ${name}: ${typeof value === 'number' ? Math.round(value) : value}\n`)
}
