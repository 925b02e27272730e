import { useConfig } from '../config.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { worthOfPoints } from './worth-of-points.ts'

/**
 * Returns a function that describes what the reader's points are worth ("about $12"), rounded down.
 * It returns null if members do not see the worth.
 */
export function useOwnWorth(): (points: number) => string | null {
  const { t } = useTranslation()
  const { own_worth: worth } = useConfig()
  return (points) => {
    if (!worth) return null
    const hundred = worth.hundred_points
    const money = formatMoney(worthOfPoints(points, hundred), hundred.currency, true)
    return t('common:worth', { money })
  }
}
