import { limits } from '#contract/limits.ts'

/**
 * Returns the text of a search in an address, as long as a call takes it; undefined without any. The
 * router parses digits as a number.
 */
export const parseSearchText = (search: unknown): string | undefined =>
  typeof search === 'string' || typeof search === 'number'
    ? String(search).trim().slice(0, limits.search_chars_max) || undefined
    : undefined
