import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { bcp47Tag, translatePlural } from '#server/platform/i18n/messages.ts'

/** Returns names as a list in a language: the first ones, and how many others there are. */
function listNames(language: Language, names: readonly string[]): string {
  const shown = names.slice(0, limits.custom_day_names_shown)
  const others = names.length - shown.length
  const more = others ? [translatePlural(language, 'celebrations', 'days.others', others)] : []
  return new Intl.ListFormat(bcp47Tag(language), { type: 'conjunction' }).format([
    ...shown,
    ...more,
  ])
}

/** Returns the text of a post of a day, in the language of the team. */
export function describeDay(
  text: string,
  { language, team, names }: { language: Language; team: string; names: readonly string[] },
): string {
  const params: Record<string, string> = { names: listNames(language, names), team }
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all)
}
