import { formatDay, formatMonthDay } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'

/** A leap year, in which every day without a year exists. */
const leapYear = '2000'

/** Formats a birthday: 'Mar 14, 1990', or 'Mar 14' for '--03-14'. */
export const formatBirthday = (day: string): string =>
  day.startsWith('--') ? formatMonthDay(`${leapYear}-${day.slice(2)}`) : formatDay(day)

/** The texts of a field for a birthday, from the namespace of a translator. */
export const birthdayTexts = (t: Translate) => ({
  day: t('birthday.day'),
  month: t('birthday.month'),
  year: t('birthday.year'),
  hint: t('birthday.hint'),
})
