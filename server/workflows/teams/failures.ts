import type { Language } from '#contract/schemas/common.ts'
import { adaptiveCard, cardText } from '#server/modules/chat-messages/teams-messages.ts'
import type { TeamsActivity } from './activity.ts'
import { dialogCard, invokeText, type TeamsAnswer } from './answers.ts'
import { teamsText } from './request.ts'
import { parseThankCommand, parseThankInput, toButtonData } from './thank-input.ts'

/**
 * Answers an invoke that failed with a text. A submitted dialog keeps its input in a button that
 * sends it again: its draft makes both one.
 */
export function answerInvokeFailure(
  { name, value }: TeamsActivity,
  language: Language,
  text: string,
): TeamsAnswer {
  const input = parseThankInput(parseThankCommand(value)?.data)
  if (!input) return invokeText(name, text)
  const retry = {
    type: 'Action.Submit',
    title: teamsText(language, 'thanks.retry'),
    data: toButtonData(input, input.step),
  }
  return dialogCard(
    teamsText(language, 'form.title'),
    adaptiveCard('1.5', [cardText(text)], [retry]),
  )
}
