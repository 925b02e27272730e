import { minuteMs } from '#contract/durations.ts'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import { type ChatLinkRow, findLink, insertLink } from '#server/modules/chat-links/queries.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { loadChatActor } from './chat-actor.ts'
import { deleteLinkRequests, insertLinkRequest, listUsersByEmail } from './chat-queries.ts'

/** A person as the chat describes them, at the moment of the request. */
export type ChatPerson = {
  externalUserId: string
  name: string
  /** An IANA name, or empty. */
  timezone: string
  /** null unless the chat confirmed the address. */
  confirmedEmail: string | null
  isBot: boolean
  isDeleted: boolean
  isGuest: boolean
  /** Of another workspace or tenant. */
  isForeign: boolean
}
/**
 * Who sent a request. `link`: a person without a user here, with the one-time address where they sign
 * in to link both. `refused`: the person may not use the app. `unavailable`: the chat did not
 * describe the person, and nothing else decides.
 */
export type Identity =
  | { kind: 'actor'; actor: Actor; link: ChatLinkRow }
  | { kind: 'link'; url: string }
  | { kind: 'refused'; reason: 'bot' | 'guest' | 'foreign' }
  | { kind: 'unavailable' }

type Caller = {
  connection: ChatConnectionRow
  externalUserId: string
  /** Asks the chat about the person; null when it does not answer. Never called in a transaction. */
  loadPerson: () => Promise<ChatPerson | null>
  at: Date
}

/** Returns why a person may not use the app, or undefined. */
export function refusalOf(
  connection: Pick<ChatConnectionRow, 'allow_guests'>,
  person: ChatPerson,
): 'bot' | 'guest' | 'foreign' | undefined {
  if (person.isBot || person.isDeleted) return 'bot'
  if (person.isForeign) return 'foreign'
  return person.isGuest && !connection.allow_guests ? 'guest' : undefined
}

/** The confirmed address cannot be chosen by the person, unlike the name. */
const describePerson = ({ name, confirmedEmail }: ChatPerson) =>
  confirmedEmail === null ? name : `${name} (${confirmedEmail})`

/** Creates a one-time link; earlier ones of the person end. Returns its address. */
async function createLinkRequest(
  { db, config }: Services,
  { workspace_id: workspaceId, provider }: ChatConnectionRow,
  person: ChatPerson,
  at: Date,
): Promise<string> {
  const token = newToken()
  await db.tenant(workspaceId, async (trx) => {
    await deleteLinkRequests(trx, workspaceId, provider, person.externalUserId)
    await insertLinkRequest(trx, {
      workspaceId,
      tokenHash: hashToken(token),
      provider,
      externalUserId: person.externalUserId,
      externalName: describePerson(person).slice(0, limits.chat_channel_chars_max).toWellFormed(),
      timezone: person.timezone.slice(0, 64),
      isGuest: person.isGuest,
      expiresAt: new Date(at.getTime() + limits.chat_link_minutes * minuteMs),
    })
  })
  return `${config.publicUrl}/chat/link/${token}`
}

/**
 * Links a person to the only accepted user with their confirmed address. Returns the link, or
 * undefined when a person must confirm it.
 */
async function linkByEmail(
  { db }: Services,
  { workspace_id: workspaceId, provider }: ChatConnectionRow,
  person: ChatPerson,
  at: Date,
): Promise<ChatLinkRow | undefined> {
  const email = person.confirmedEmail === null ? undefined : normalizeAddress(person.confirmedEmail)
  if (email === undefined) return undefined
  return db.tenant(workspaceId, async (trx) => {
    const users = await listUsersByEmail(trx, workspaceId, [email])
    const [user] = users
    if (!user || users.length > 1) return undefined
    const { externalUserId, timezone, isGuest } = person
    const isLinked = await insertLink(trx, {
      workspaceId,
      provider,
      externalUserId,
      userId: user.id,
      linkedBy: 'email',
      timezone,
      isGuest,
      at,
    })
    // The user has another account in the chat, or a concurrent request linked this one.
    if (!isLinked) {
      const link = await findLink(trx, workspaceId, provider, externalUserId)
      return link?.user_id === user.id ? link : undefined
    }
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: user.id, kind: 'chat', session_id: '' },
      'chat.link',
      { provider, user_id: user.id, by: 'email' },
      at,
    )
    return findLink(trx, workspaceId, provider, externalUserId)
  })
}

/**
 * Returns who sent a request of a chat (docs/chat.md). A link made before decides alone. Without one,
 * the chat must describe the person: an answer that does not come refuses, and the address never
 * decides then.
 */
export async function identify(
  services: Services,
  { connection, externalUserId, loadPerson, at }: Caller,
): Promise<Identity> {
  const { workspace_id: workspaceId, provider } = connection
  const known = await services.db.tenant(workspaceId, (trx) =>
    findLink(trx, workspaceId, provider, externalUserId),
  )
  // A guest was linked while guests were allowed.
  if (known?.is_guest && !connection.allow_guests) return { kind: 'refused', reason: 'guest' }
  if (known) {
    const actor = await loadChatActor(services, workspaceId, known.user_id, at)
    if (actor) return { kind: 'actor', actor, link: known }
  }
  const person = await loadPerson()
  if (!person || person.externalUserId !== externalUserId) return { kind: 'unavailable' }
  const reason = refusalOf(connection, person)
  if (reason) return { kind: 'refused', reason }
  const link = known ? undefined : await linkByEmail(services, connection, person, at)
  const actor = link && (await loadChatActor(services, workspaceId, link.user_id, at))
  if (link && actor) return { kind: 'actor', actor, link }
  return { kind: 'link', url: await createLinkRequest(services, connection, person, at) }
}
