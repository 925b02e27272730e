import { type RawBuilder, sql } from 'kysely'

/** Returns a text with the wildcards of LIKE escaped. */
const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The Turkish İ as JavaScript folds it: the web asks for people in lower case. */
const foldedDottedI = 'i\u0307'

/**
 * Returns the LIKE pattern of a text in lower case between two other patterns. PostgreSQL folds it,
 * as it does the column: JavaScript folds some letters in another way, such as the Turkish İ.
 */
export const foldedPattern = (before: string, text: string, after: string): RawBuilder<string> => {
  const typed = text.replaceAll(foldedDottedI, '\u0130')
  return sql<string>`lower(${before + escapeWildcards(typed) + after}::text)`
}

/** Returns the LIKE pattern for a part of a text in lower case. */
export const likePart = (part: string): RawBuilder<string> => foldedPattern('%', part, '%')
