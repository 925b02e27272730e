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

/** Returns the people in the chat by their ids: null for each whom the chat does not describe. */
type LoadPeople = (externalUserIds: string[]) => Promise<(ChatPerson | null)[]>

/**
 * Returns the users of people whom a command or a form of the chat names. A link decides; without
 * one, the confirmed address of a person of the same team does. A person whom the chat does not
 * describe is a stranger without an address. The number of statements is constant.
 */
export async function findRecipients(
  { db }: Pick<Services, 'db'>,
  connection: ChatConnectionRow,
  externalUserIds: string[],
  loadPeople: LoadPeople,
): Promise<FoundRecipients> {
  const { workspace_id: workspaceId, provider } = connection
  const linked = await db.tenant(workspaceId, (trx) =>
    listLinkedUsers(trx, workspaceId, provider, externalUserIds),
  )
  const users = new Map(linked.map((row) => [row.external_user_id, row.user_id]))
  const unlinked = externalUserIds.filter((id) => !users.has(id))
  if (!unlinked.length) return { users, strangers: [] }
  const people = await loadPeople(unlinked)
  const described = unlinked.map((id, index) => {
    const person = people[index] ?? null
    const isAllowed = person !== null && !refusalOf(connection, person)
    const given = isAllowed ? person.confirmedEmail : null
    const email = (given === null ? undefined : normalizeAddress(given)) ?? null
    return { id, name: person?.name ?? id, email }
  })
  const emails = described.flatMap(({ email }) => email ?? [])
  const found = emails.length
    ? await db.tenant(workspaceId, (trx) => listUsersByEmail(trx, workspaceId, emails))
    : []
  const strangers: FoundRecipients['strangers'] = []
  for (const { id, name, email } of described) {
    const [user, ...others] = found.filter((row) => row.email === email)
    if (user && !others.length) users.set(id, user.id)
    else strangers.push({ name, email })
  }
  return { users, strangers }
}
