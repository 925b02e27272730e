import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { throwRefusal } from '#server/platform/errors.ts'

/**
 * Returns a phone number in E.164 format. Accepts '00' for '+', spaces and brackets; '' clears the
 * number. Throws phone_invalid without a country code, because the country is never guessed, and
 * for an unassigned number.
 */
export function normalizePhoneNumber(text: string): string {
  const written = text.trim().replace(/^00/, '+')
  if (written === '') return ''
  const number = parsePhoneNumberFromString(written, { extract: false })
  return number?.isValid() && !number.ext
    ? number.number
    : throwRefusal('phone_invalid', { field: 'phone' })
}
