import type { CelebrationKind, CelebrationTexts } from '#contract/schemas/celebrations.ts'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { MessageTree } from '#web/lib/translate.ts'

const allPlaceholders = ['first_name', 'name', 'years', 'team', 'manager'] as const
export type Placeholder = (typeof allPlaceholders)[number]
/** Returns the placeholders of a kind. Only anniversaries have years. */
export const placeholdersOf = (kind: CelebrationKind): Placeholder[] =>
  allPlaceholders.filter((name) => name !== 'years' || kind === 'anniversary')

/** The person of the preview, in the language of the text. */
export type Example = Record<Placeholder, string>

/** Returns the text of a key of nested messages, or an empty one. */
function findText(tree: MessageTree, key: string): string {
  let found: MessageTree | string | undefined = tree
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : ''
}

/** Returns the person of the preview. */
export const toExample = (tree: MessageTree, team: string, years: number): Example => ({
  first_name: findText(tree, 'example.first_name'),
  name: findText(tree, 'example.name'),
  manager: findText(tree, 'example.manager'),
  team,
  years: String(years),
})

/** Returns the texts of Laurel for a kind. Those of a first day name the manager. */
export function listDefaultTexts(tree: MessageTree, kind: CelebrationKind): string[] {
  const manager = kind === 'welcome' ? ` ${findText(tree, 'default.manager')}` : ''
  return Array.from(
    { length: limits.celebration_texts_max },
    (_, index) => findText(tree, `default.${kind}.${index + 1}`) + manager,
  )
}

/** Returns a text with its placeholders filled. */
export const fillText = (text: string, example: Example): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) =>
    name in example ? example[name as Placeholder] : all,
  )

/** Texts as the form holds them, also empty ones. */
export type TypedTexts = Record<Language, string[]>

/** Returns the languages with texts, without empty texts. */
export function toTexts(typed: TypedTexts): CelebrationTexts {
  const texts: CelebrationTexts = {}
  for (const [language, list] of Object.entries(typed) as [Language, string[]][]) {
    const written = list.map((text) => text.trim()).filter(Boolean)
    if (written.length) texts[language] = written
  }
  return texts
}

/** Returns a text with a placeholder in place of the selection, and where the caret goes. */
export function insertPlaceholder(
  text: string,
  placeholder: Placeholder,
  [start, end]: readonly [start: number, end: number],
): { text: string; caret: number } {
  const token = `{${placeholder}}`
  return { text: text.slice(0, start) + token + text.slice(end), caret: start + token.length }
}
