/** Returns a LIKE pattern for a part of a lower case text. Wildcards in the part are escaped. */
export const likePart = (part: string): string =>
  `%${part.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
