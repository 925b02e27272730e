import { z } from 'zod'
import { limits } from '#contract/limits.ts'

const peopleCharsMax = 5_000
const textCharsMax = 10_000
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** The choice of a value that leaves it to the text. */
export const guessedValue = 'guess'

/** Ids of people, separated by commas. */
const idsSchema = z
  .string()
  .max(peopleCharsMax)
  .catch('')
  .transform((text) =>
    [
      ...new Set(
        text
          .toLowerCase()
          .split(',')
          .map((id) => id.trim()),
      ),
    ]
      .filter((id) => uuidPattern.test(id))
      .slice(0, limits.recipients_max + 1),
  )
const numberSchema = z
  .union([z.number(), z.string().max(20)])
  .catch('')
  .transform((given) => (given === '' ? null : Number(given)))

/** The data of the dialog for thanks: the inputs, and the data of the pressed button. */
const thankInputSchema = z.object({
  step: z.enum(['preview', 'send', 'edit', 'cancel', 'invite']),
  draft: z.string().regex(uuidPattern),
  /** Ids of the directory. */
  people: idsSchema,
  /** Users here, as the preview showed them. */
  to: idsSchema,
  points: numberSchema,
  value: z.string().max(100).catch(guessedValue),
  text: z
    .string()
    .max(textCharsMax)
    .catch('')
    // The form breaks double braces (`plainCardText`).
    .transform((text) => text.replaceAll('{\u2060{', '{{')),
  private: z
    .union([z.boolean(), z.string()])
    .catch(false)
    .transform((given) => given === true || given === 'true'),
})
export type ThankInput = z.output<typeof thankInputSchema>

/** Returns the data of a dialog, or null for another form. */
export const parseThankInput = (data: unknown): ThankInput | null =>
  thankInputSchema.safeParse(data).data ?? null

/** Returns the content of the dialog as data of a button. */
export const toButtonData = (
  input: Omit<ThankInput, 'step'>,
  step: ThankInput['step'],
): Record<string, string> => ({
  step,
  draft: input.draft,
  people: input.people.join(','),
  to: input.to.join(','),
  points: input.points === null ? '' : String(input.points),
  value: input.value,
  text: input.text,
  private: String(input.private),
})

const commandSchema = z.object({
  commandId: z.string().max(100),
  commandContext: z.string().max(100).nullish(),
  data: z.unknown().optional(),
  messagePayload: z
    .object({
      linkToMessage: z.string().max(1_000).nullish(),
      from: z
        .object({ user: z.object({ id: z.string().max(100) }).nullish() })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})
const messageHosts = [
  'teams.microsoft.com',
  'teams.cloud.microsoft',
  'teams.microsoft.us',
  'dod.teams.microsoft.us',
]

/** Returns the link to a message, or null when it does not lead to Teams. */
function readMessageLink(link: string | null | undefined): string | null {
  if (link == null || !URL.canParse(link)) return null
  const { protocol, host, username, href } = new URL(link)
  return protocol === 'https:' && messageHosts.includes(host) && !username ? href : null
}

/** A command of the message extension, with the message for which somebody opened it. */
export type ThankCommand = {
  /** compose, message or commandBox; the bot can write into the conversation only from the first two. */
  inConversation: boolean
  data: unknown
  authorId: string | null
  link: string | null
}

/** Returns the command of an invoke, or null for another one. */
export function parseThankCommand(value: unknown): ThankCommand | null {
  const parsed = commandSchema.safeParse(value)
  if (!parsed.success || parsed.data.commandId !== 'thank') return null
  const { commandContext, data, messagePayload } = parsed.data
  const authorId = messagePayload?.from?.user?.id.toLowerCase() ?? ''
  return {
    inConversation: commandContext === 'compose' || commandContext === 'message',
    data,
    authorId: uuidPattern.test(authorId) ? authorId : null,
    link: readMessageLink(messagePayload?.linkToMessage),
  }
}
