import type { Away } from '#contract/schemas/organization-record.ts'
import { formatDay } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'

/** The first and the last day of a leave as a form has them; empty without one. */
export type AwayValues = { from: string; to: string }

export const toAwayValues = (away: Away | null): AwayValues => ({
  from: away?.from ?? '',
  to: away?.to ?? '',
})

/** Returns the leave of a form; null without any day. */
export const toAway = ({ from, to }: AwayValues): Away | null =>
  from || to ? { from, to: to || null } : null

/** Returns a leave in words; undefined without one and after its end. */
export function describeAway(t: Translate, away: Away | null, today: string): string | undefined {
  if (!away || (away.to !== null && away.to < today)) return undefined
  const from = formatDay(away.from)
  const to = away.to === null ? null : formatDay(away.to)
  if (away.from <= today)
    return to === null ? t('organization:away.now') : t('organization:away.now_until', { date: to })
  return to === null
    ? t('organization:away.later', { date: from })
    : t('organization:away.later_until', { from, to })
}
