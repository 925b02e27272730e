import type { NominationPhase } from '#contract/schemas/nominations.ts'

/** The instants of a round that decide its phase. */
export type RoundInstants = {
  opens_at: Date
  closes_at: Date
  decides_at: Date
  decided_at: Date | null
  announced_at: Date | null
  canceled_at: Date | null
}

/** Returns the phase of a round at a time. It follows from the instants, so no process switches it. */
export function phaseOf(round: RoundInstants, at: Date): NominationPhase {
  if (round.canceled_at) return 'canceled'
  if (round.announced_at) return 'announced'
  if (at < round.opens_at) return 'planned'
  if (at < round.closes_at) return 'open'
  return round.decided_at === null && at < round.decides_at ? 'deciding' : 'ended'
}

/** Returns when a worker next asks the jury of a round or fixes its result; null: never. */
export function findNextTime(round: RoundInstants & { asked_at: Date | null }): Date | null {
  if (round.canceled_at || round.decided_at) return null
  return round.asked_at ? round.decides_at : round.closes_at
}
