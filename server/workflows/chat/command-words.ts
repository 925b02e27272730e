import { foldText } from '#contract/fold-text.ts'
import { language as languageSchema } from '#contract/schemas/common.ts'
import { translate } from '#server/platform/i18n/messages.ts'

/** Commands besides thanks. Their words are in `commands.*` of the texts of chats. */
const commandWords = ['help', 'balance', 'shop', 'settings'] as const
export type CommandWord = (typeof commandWords)[number]

/** Returns the command that a whole text names, in any language. */
export function findCommandWord(text: string): CommandWord | undefined {
  const folded = foldText(text.trim())
  return commandWords.find((word) =>
    languageSchema.options.some(
      (language) => foldText(translate(language, 'chat', `commands.${word}`)) === folded,
    ),
  )
}
