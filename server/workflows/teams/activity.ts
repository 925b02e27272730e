import { z } from 'zod'
import { throwRefusal } from '#server/platform/errors.ts'

const namesMax = 300
/** Returns text that PostgreSQL can store, cut to a length. */
export const toStoredName = (name: string): string =>
  name.replaceAll('\u0000', '').slice(0, namesMax).toWellFormed().trim()
const nameSchema = z
  .string()
  .nullish()
  .transform((name) => toStoredName(name ?? ''))
/** The client chooses it. Other text than a name of a time zone is none. */
const timezoneSchema = z
  .string()
  .regex(/^[\w+/-]{1,64}$/)
  .nullish()
  .catch(null)
/** Ids of Teams are ASCII without spaces. */
const idSchema = z.string().regex(/^[\x21-\x7e]{1,500}$/)
const directoryIdSchema = z
  .string()
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
  .transform((id) => id.toLowerCase())
const shortText = z.string().max(100).nullish()
const placeSchema = z.object({ id: idSchema, name: nameSchema }).nullish().catch(null)
const membersSchema = z
  .array(z.object({ id: z.string() }))
  .max(1_000)
  .nullish()
  .transform((members) => members ?? [])

const activitySchema = z.object({
  type: z.string().max(100),
  id: idSchema,
  /** Of an invoke. */
  name: shortText,
  serviceUrl: z.string().min(1).max(1_000),
  locale: shortText,
  localTimezone: timezoneSchema,
  text: z.string().max(100_000).nullish(),
  /** Of an installation. */
  action: shortText,
  from: z.object({
    id: idSchema,
    name: nameSchema,
    aadObjectId: directoryIdSchema.nullish().catch(null),
  }),
  recipient: z.object({ id: idSchema }),
  conversation: z.object({
    id: idSchema,
    conversationType: shortText,
    tenantId: z.string().max(100).nullish(),
  }),
  channelData: z
    .object({
      tenant: z.object({ id: z.string().max(100) }).nullish(),
      eventType: shortText,
      team: placeSchema,
      channel: placeSchema,
    })
    .nullish(),
  membersAdded: membersSchema,
  membersRemoved: membersSchema,
  value: z.unknown().optional(),
})
/** An activity that Teams sends to the bot, with the parts that we use. */
export type TeamsActivity = z.output<typeof activitySchema>

/** Returns the activity in the body of a request. Throws `malformed`. */
export function parseActivity(body: unknown): TeamsActivity {
  if (!Buffer.isBuffer(body)) return throwRefusal('malformed')
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    return throwRefusal('malformed')
  }
  const parsed = activitySchema.safeParse(json)
  return parsed.success ? parsed.data : throwRefusal('malformed')
}

/** Returns the conversation without the thread of a channel. */
export const conversationIdOf = ({ conversation }: TeamsActivity): string =>
  conversation.id.replace(/;messageid=\d+$/, '')

/** Returns whether the activity comes from a chat of one person. */
export const isPersonal = ({ conversation }: TeamsActivity): boolean =>
  conversation.conversationType === 'personal'

/** Returns whether the activity comes from a channel, or a thread in it. */
export const isOfChannel = ({ conversation }: TeamsActivity): boolean =>
  conversation.conversationType === 'channel'

/** Returns whether an activity belongs to a tenant, by each id that it names. */
export function isOfTenant({ channelData, conversation }: TeamsActivity, tenant: string): boolean {
  const ids = [channelData?.tenant?.id, conversation.tenantId].filter((id) => id != null)
  return ids.length > 0 && ids.every((id) => id.toLowerCase() === tenant.toLowerCase())
}
