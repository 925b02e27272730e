import { worthOfPoints } from '#contract/worth-of-points.ts'
import { useConfig } from '../config.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * Returns a function that describes what the reader's points are worth ("about $12"), rounded down.
 * It returns null if members do not see the worth.
 */
export function useOwnWorth(): (points: number) => string | null {
  const { t } = useTranslation()
  const { own_worth: worth } = useConfig()
  return (points) => {
    if (!worth) return null
    const { currency, minor } = worthOfPoints(points, worth.hundred_points)
    const money = formatMoney(minor, currency, true)
    return t('common:worth', { money })
  }
}
