import type { ImportantDate } from '#contract/schemas/users.ts'
import type { Translate } from '#web/lib/translate.ts'

/** Returns what somebody celebrates: a birthday, or the number of years at work. */
export const describeDate = (
  t: Translate,
  { kind, years }: Pick<ImportantDate, 'kind' | 'years'>,
): string =>
  kind === 'birthday'
    ? t('feed:dates.birthday')
    : t('feed:dates.anniversary', { count: years ?? 0 })
