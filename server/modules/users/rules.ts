import { invited_user, type User } from '#contract/users.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes.ts'
import type { Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { parse } from '#server/platform/validation.ts'
import { addPeople, beginInvitation, type Invitation } from './add.ts'
import { presentUser } from './present.ts'
import { findUser } from './queries.ts'

type Outcome = OutputOf<'users.create'>[number]

async function inviteOne(services: Services, trx: Trx, row: unknown, invitation: Invitation & { actor: Actor }): Promise<Outcome> {
  const { actor: { workspace_id, limit_period, timezone }, at } = invitation
  const shown = async (id: string): Promise<User | null> => {
    const user = await findUser(trx, workspace_id, id, periodOf(at, limit_period, timezone).start)
    return user ? presentUser(user, workspace_id) : null
  }
  const address = String((row as { email?: unknown }).email).slice(0, limits.email_chars_max)
  let person
  try {
    person = parse(invited_user, row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { email: address, outcome: 'refused', code: error.list[0]?.code ?? 'unknown', user: null }
  }
  const known = await trx.selectFrom('users').select(['id']).where('workspace_id', '=', workspace_id).where('email', '=', person.email).executeTakeFirst()
  if (known) return { email: person.email, outcome: 'already_member', code: 'email_taken', user: await shown(known.id) }
  const [id = ''] = await addPeople(services, trx, [person], invitation)
  return { email: person.email, outcome: 'invited', code: null, user: await shown(id) }
}

/** Invites people, each with an outcome of its own: one bad address does not spoil the others. */
export async function invitePeople(services: Services, actor: Actor, rows: unknown[], at: Date): Promise<Outcome[]> {
  const { workspace_id, user_id } = actor
  return services.db.tenant(workspace_id, async (trx) => {
    const invitation = { actor, ...(await beginInvitation(trx, workspace_id, user_id, at)) }
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await inviteOne(services, trx, row, invitation))
    return outcomes
  })
}
