import { normalizeAddress } from '#contract/email-address.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import type { Services } from '#server/platform/services.ts'
import { listLinkedUsers, listUsersByEmail } from './chat-queries.ts'
import { type ChatPerson, refusalOf } from './identify.ts'

export type FoundRecipients = {
  /** Accepted users by the person's id in the chat. */
  users: Map<string, string>
  /** People without a user here, and with one that their address alone may not name. */
  strangers: { name: string; email: string | null }[]
}

/**
 * Returns the users of people whom a command or a form of the chat names. A link decides; without
 * one, the confirmed address of a person of the same team does. `loadPerson` asks the chat, and
 * returns null when it does not answer: the person is then a stranger without an address.
 */
export async function findRecipients(
  { db }: Pick<Services, 'db'>,
  connection: ChatConnectionRow,
  externalUserIds: string[],
  loadPerson: (externalUserId: string) => Promise<ChatPerson | null>,
): Promise<FoundRecipients> {
  const { workspace_id: workspaceId, provider } = connection
  const linked = await db.tenant(workspaceId, (trx) =>
    listLinkedUsers(trx, workspaceId, provider, externalUserIds),
  )
  const users = new Map(linked.map((row) => [row.external_user_id, row.user_id]))
  const strangers: FoundRecipients['strangers'] = []
  const unknown = externalUserIds.filter((id) => !users.has(id))
  const people = await Promise.all(unknown.map(loadPerson))
  for (const [index, person] of people.entries()) {
    const id = unknown[index] ?? ''
    if (!person || refusalOf(connection, person)) {
      strangers.push({ name: person?.name ?? id, email: null })
      continue
    }
    const email =
      person.confirmedEmail === null ? undefined : normalizeAddress(person.confirmedEmail)
    const found =
      email === undefined
        ? []
        : await db.tenant(workspaceId, (trx) => listUsersByEmail(trx, workspaceId, email))
    const [user] = found
    if (user && found.length === 1) users.set(id, user.id)
    else strangers.push({ name: person.name, email: email ?? null })
  }
  return { users, strangers }
}
