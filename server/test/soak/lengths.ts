/** How long a soak lasts: SOAK_SECONDS of `npm run soak`, else its short form in `npm test`. */
export const soaking = process.env['SOAK_SECONDS'] !== undefined
export const seconds = (short: number) => Number(process.env['SOAK_SECONDS'] ?? short)
/** What is promised on a quiet machine is asked for where one soaks; a busy one is given time. */
export const promised_ms = (ms: number) => (soaking ? ms : Math.max(30_000, ms))

/** The last figure of a promise, for docs/faults.md: shown where one soaks. */
export function figure(name: string, value: string | number): void {
  if (soaking)
    process.stdout.write(`  ${name}: ${typeof value === 'number' ? Math.round(value) : value}\n`)
}
