import { Alert } from '@mantine/core'
import { useConfig } from '#web/shared/config.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Announces that the points of the reader will be worth less from a day on. */
export function LowerWorthNote() {
  const { t } = useTranslation('shop')
  const { own_worth: worth } = useConfig()
  if (!worth?.lower) return null
  const { hundred_points: before, lower } = worth
  return (
    <Alert color="yellow" mb="lg">
      {t('lower_worth', {
        date: formatDay(lower.valid_from),
        before: formatMoney(before.minor, before.currency, true),
        after: formatMoney(lower.hundred_points.minor, lower.hundred_points.currency, true),
      })}
    </Alert>
  )
}
