import type { Purchase } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a sentence with the administrator and the day of an order; empty without one. */
export function useOrderedBy({ ordered_at: at, ordered_by: by }: Purchase): string {
  const { t } = useTranslation('rewards')
  const { timezone } = useConfig().settings
  const name = usePersonName()
  if (at === null) return ''
  return t('order.by', { name: by ? name(by) : t('common:former'), date: formatDate(at, timezone) })
}
