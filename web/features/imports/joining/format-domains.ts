import { bcp47Tag } from '#web/lib/i18n.ts'

/** Returns domains as a list in a sentence. */
export const formatDomains = (domains: readonly string[], language: string): string =>
  new Intl.ListFormat(bcp47Tag(language), { type: 'disjunction' }).format(domains)
