/** The stored year of a birthday without one. It is a leap year, so 29 February is a date of it. */
export const unknownYear = '0004'

const hasUnknownYear = (stored: string): boolean => stored.startsWith(`${unknownYear}-`)

/** Returns a birthday as it is stored: '--03-14' becomes '0004-03-14'. */
export const toStoredBirthDate = (wire: string): string =>
  wire.startsWith('--') ? `${unknownYear}-${wire.slice(2)}` : wire

/** Returns a stored birthday as the API has it: '--MM-DD' without a year of birth. */
export const fromStoredBirthDate = (stored: string): string =>
  hasUnknownYear(stored) ? toMonthDay(stored) : stored

/** Returns day and month of a stored birthday: '--MM-DD'. */
export const toMonthDay = (stored: string): string => `--${stored.slice(5)}`

/** Returns fields of a person with the stored form of their birthday. */
export const withStoredBirthDate = <Fields extends { birth_date?: string | null | undefined }>(
  fields: Fields,
): Fields =>
  fields.birth_date ? { ...fields, birth_date: toStoredBirthDate(fields.birth_date) } : fields
