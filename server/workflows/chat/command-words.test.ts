import { expect, test } from 'vitest'
import { language as languageSchema } from '#contract/schemas/common.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { commandWords, findCommandWord } from './command-words.ts'

test.each(languageSchema.options)('finds the words of Slack and the menu of Teams (%s)', (one) => {
  for (const word of commandWords) {
    expect(findCommandWord(translate(one, 'chat', `commands.${word}`))).toBe(word)
    expect(findCommandWord(translate(one, 'teams', `app.commands.${word}.title`))).toBe(word)
  }
})

test.each([
  [' /Balance\n', 'balance'],
  ['НАСТРОЙКИ', 'settings'],
  ['configurac\u0327o\u0303es', 'settings'],
  ['ＳＨＯＰ', 'shop'],
])('ignores case, spaces and a slash (%s)', (text, word) => {
  expect(findCommandWord(text)).toBe(word)
})

test.each(['', '/', 'balance please', '__proto__', `balance${' '.repeat(200)}`])(
  'finds no command in other text (%s)',
  (text) => {
    expect(findCommandWord(text)).toBeUndefined()
  },
)
