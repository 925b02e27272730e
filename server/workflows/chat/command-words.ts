import { foldText } from '#contract/fold-text.ts'
import { type Language, language as languageSchema } from '#contract/schemas/common.ts'
import { translate } from '#server/platform/i18n/messages.ts'

/** Commands besides thanks, in the order of the help. */
export const commandWords = ['help', 'balance', 'shop', 'settings'] as const
export type CommandWord = (typeof commandWords)[number]

/** Longer texts are no command. */
const wordCharsMax = 100

/**
 * Returns the words of a command in a language: that of Slack, and the title in the menu of Teams,
 * which people also type.
 */
const listWords = (language: Language, word: CommandWord): string[] => [
  translate(language, 'chat', `commands.${word}`),
  translate(language, 'teams', `app.commands.${word}.title`),
]
const foldWord = (text: string) => foldText(text.normalize('NFKC').trim().replace(/^\/+/, ''))

const commandByWord = new Map<string, CommandWord>(
  commandWords.flatMap((word) =>
    languageSchema.options.flatMap((language) =>
      listWords(language, word).map((title) => [foldWord(title), word] as const),
    ),
  ),
)

/** Returns the command that a whole text names, in any language. */
export const findCommandWord = (text: string): CommandWord | undefined =>
  text.length > wordCharsMax ? undefined : commandByWord.get(foldWord(text))
