import { useQuery } from '@tanstack/react-query'
import type { Money } from '#contract/schemas/common.ts'
import { useConfig } from '#web/shared/config.ts'
import { pointWorthsQuery, useSaveWorth } from '#web/shared/points/point-worths.ts'
import { todayInTimezone } from '#web/lib/today.ts'

/**
 * Returns a function that saves what points are worth from today on, and returns false if there is
 * nothing to save. A worth that begins today is changed, for who goes back to the step.
 */
export function useSaveDefaultWorth(callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) {
  const { settings, abilities } = useConfig()
  const mayManage = abilities.includes('manage_finance')
  const { data: worths = [] } = useQuery({ ...pointWorthsQuery, enabled: mayManage })
  const save = useSaveWorth(callbacks)
  const today = todayInTimezone(settings.timezone)
  const saveWorth = (hundredPoints: Money | null | undefined): boolean => {
    const before = settings.hundred_points
    const isSame =
      before?.minor === hundredPoints?.minor && before?.currency === hundredPoints?.currency
    if (!mayManage || !hundredPoints || isSame) return false
    const ofToday = worths.find((worth) => worth.country === null && worth.valid_from === today)
    save.mutate({ id: ofToday?.id ?? null, country: null, validFrom: today, hundredPoints })
    return true
  }
  return { saveWorth, isSaving: save.isPending }
}
