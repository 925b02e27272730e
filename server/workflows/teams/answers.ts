import type { AdaptiveCard } from '#server/modules/chat-messages/teams-messages.ts'

/** The answer to a request of Teams. */
export type TeamsAnswer = { status: number; body: object }

export const cardContentType = 'application/vnd.microsoft.card.adaptive'
const textContentType = 'application/vnd.microsoft.activity.message'
const titleCharsMax = 60

/** Accepts an activity. For a dialog, it closes. */
export const accepted: TeamsAnswer = { status: 200, body: {} }
/** Invokes that the bot does not know. */
export const notImplemented: TeamsAnswer = { status: 501, body: {} }

/** Returns a dialog with a card. */
export const dialogCard = (title: string, card: AdaptiveCard): TeamsAnswer => ({
  status: 200,
  body: {
    task: {
      type: 'continue',
      value: {
        title: title.slice(0, titleCharsMax),
        width: 'medium',
        height: 'medium',
        card: { contentType: cardContentType, content: card },
      },
    },
  },
})

/** Returns a dialog with a text. */
export const dialogText = (text: string): TeamsAnswer => ({
  status: 200,
  body: { task: { type: 'message', value: text } },
})

/**
 * Returns a card that replaces the pressed one, only for the person who pressed: others see a change
 * when the bot updates its message (Microsoft's "Sequential Workflows").
 */
export const refreshedCard = (card: AdaptiveCard): TeamsAnswer => ({
  status: 200,
  body: { statusCode: 200, type: cardContentType, value: card },
})

/** Returns a text for the person who pressed a button of a card. */
export const pressedText = (text: string): TeamsAnswer => ({
  status: 200,
  body: { statusCode: 200, type: textContentType, value: text },
})

export const cardActionName = 'adaptiveCard/action'
/** Returns a text in the form that the invoke expects. */
export const invokeText = (invoke: string | null | undefined, text: string): TeamsAnswer =>
  invoke === cardActionName ? pressedText(text) : dialogText(text)
