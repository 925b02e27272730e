import { dayMs, hourMs } from '#contract/durations.ts'
import type {
  BallotNominee,
  NominationRound,
  OwnNominationRound,
} from '#contract/schemas/nominations.ts'
import { formatDate, formatDay, formatDeadline } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'

type RoundDays = Pick<OwnNominationRound, 'starts_on' | 'ends_on'>
/** Returns the days of nominating: "Nov 2 – Nov 16". */
export const describeDays = ({ starts_on: first, ends_on: last }: RoundDays): string =>
  `${formatDeadline(first)} – ${formatDeadline(last)}`

/** Returns what happens next in a round, in one sentence. */
export function describeNextStep(
  t: Translate,
  round: Pick<OwnNominationRound, 'phase' | 'decision' | 'starts_on' | 'ends_on' | 'decides_on'> & {
    announced_at?: string | null
  },
  timezone: string,
): string {
  const { phase, decision } = round
  if (phase === 'planned')
    return t('nominations.next.planned', { date: formatDay(round.starts_on) })
  if (phase === 'open')
    return t(`nominations.next.open_${decision}`, { date: formatDay(round.ends_on) })
  if (phase === 'deciding')
    return t(`nominations.next.deciding_${decision}`, { date: formatDay(round.decides_on) })
  if (phase === 'announced' && round.announced_at)
    return t('nominations.next.announced_on', { date: formatDate(round.announced_at, timezone) })
  return t(`nominations.next.${phase}`)
}

/** Returns the time until an instant in days, or in hours on the last day. */
function describeTimeLeft(t: Translate, end: string, now = Date.now()): string {
  const left = Math.max(0, Date.parse(end) - now)
  return left >= dayMs
    ? t('nominations.left.days', { count: Math.floor(left / dayMs) })
    : t('nominations.left.hours', { count: Math.max(1, Math.ceil(left / hourMs)) })
}

/** Returns the time left in the current phase of a round; null if nothing ends. */
export function describeRoundTimeLeft(t: Translate, round: OwnNominationRound): string | null {
  if (round.phase === 'open') return describeTimeLeft(t, round.closes_at)
  return round.phase === 'deciding' ? describeTimeLeft(t, round.decides_at) : null
}

/** Returns the name of a nominated person or group. */
export const nameOfNominee = (
  t: Translate,
  { user, group }: BallotNominee['nominee'],
  nameOf: (person: NonNullable<typeof user>) => string,
): string => (user ? nameOf(user) : (group?.name ?? t('nominations.removed_group')))

/** Returns the points of each winner; null without points. */
export const describePoints = (
  t: Translate,
  { points, nominee_kind: kind }: Pick<NominationRound, 'points' | 'nominee_kind'>,
): string | null =>
  points ? t(`nominations.points_${kind}`, { points: t('common:points', { count: points }) }) : null
