import type { Celebration } from '#contract/schemas/celebrations.ts'
import { includesEveryone } from '#web/shared/audiences/audience-form.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { formatHour } from './format-hour.ts'

/** Returns the points of a kind in words: "20 points from Moments", "5 to 250 points". */
function usePointsText() {
  const { t } = useTranslation('celebrations')
  return ({ points, points_by_year: rows, budget }: Celebration): string => {
    const all = [points, ...rows.map((row) => row.points)]
    const [least, most] = [Math.min(...all), Math.max(...all)]
    if (most === 0) return t('points.none')
    const params = {
      count: most,
      least: formatNumber(least),
      budget: budget?.name ?? '',
    }
    if (least !== most) return t(budget ? 'points.range_budget' : 'points.range', params)
    return t(budget ? 'points.budget' : 'points.issued', params)
  }
}

/** Returns a function that describes a kind in a line: who, when, how much, and who sees it. */
export function useSummary() {
  const { t } = useTranslation('celebrations')
  const pointsOf = usePointsText()
  return (rule: Celebration): string =>
    t('summary', {
      people: includesEveryone(rule.audience) ? t('people.everyone') : t('people.some'),
      time: formatHour(rule.hour),
      points: pointsOf(rule),
      seen: t(`seen.${rule.visibility}`),
    })
}
