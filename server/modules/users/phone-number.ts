import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { throwRefusal } from '#server/platform/errors.ts'

/**
 * A telephone number as E.164 has it, however it was written ('00' for '+', spaces, brackets); ''
 * stays '', which clears. Nobody's country is guessed: a number without one is refused. So is a
 * number that no country gives out. phone_invalid.
 */
export function normalizePhoneNumber(text: string): string {
  const written = text.trim().replace(/^00/, '+')
  if (written === '') return ''
  const number = parsePhoneNumberFromString(written, { extract: false })
  return number?.isValid() && !number.ext
    ? number.number
    : throwRefusal('phone_invalid', { field: 'phone' })
}
