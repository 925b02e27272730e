/**
 * Joins texts into one flat string. V8 stores the result of `+` and templates as a tree, and one
 * such string doubles the time of JSON.stringify for a whole answer. For strings that occur many
 * times in answers.
 */
export const flatString = (...parts: string[]): string => parts.join('')
