import { invited_user, type User } from '#contract/users.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes.ts'
import { accountOf } from '#server/modules/auth/queries.ts'
import { createInvite } from '#server/modules/auth/rules.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import type { Trx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { periodOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { parse } from '#server/platform/validation.ts'
import { findSettings, findWorkspace } from '#server/modules/workspaces/queries.ts'
import { presentUser } from './present.ts'
import { findUser, insertUser } from './queries.ts'

type Outcome = OutputOf<'users.create'>[number]
type Invitation = { actor: Actor; at: Date; team: string; inviter: string; language: Actor['language'] }

async function inviteOne(services: Services, trx: Trx, row: unknown, invitation: Invitation): Promise<Outcome> {
  const { actor: { workspace_id, user_id: invited_by, limit_period, timezone }, at } = invitation
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
  const id = newId(at)
  await insertUser(trx, {
    workspace_id, id, account_id: await accountOf(trx, person.email, at), email: person.email, first_name: person.first_name ?? '', last_name: person.last_name ?? '',
    job_title: person.job_title, birth_date: person.birth_date, hire_date: person.hire_date, state: 'pending', at, invited_by,
  })
  const token = await createInvite(trx, workspace_id, id, at)
  const link = `${services.config.publicUrl}/login/accept?token=${token}`
  await enqueueMails(trx, workspace_id, [{ to: person.email, language: invitation.language, user_id: id, kind: 'invite', params: { team: invitation.team, inviter: invitation.inviter, link } }], at)
  return { email: person.email, outcome: 'invited', code: null, user: await shown(id) }
}

/** Invites people, each with an outcome of its own: one bad address does not spoil the others. */
export async function invitePeople(services: Services, actor: Actor, rows: unknown[], at: Date): Promise<Outcome[]> {
  const { workspace_id, user_id } = actor
  return services.db.tenant(workspace_id, async (trx) => {
    // Invites of one team go one after another, so that the same address is invited once.
    await trx.selectFrom('settings').select('workspace_id').where('workspace_id', '=', workspace_id).forUpdate().execute()
    const workspace = await findWorkspace(trx, workspace_id)
    const settings = await findSettings(trx, workspace_id)
    const inviter = await trx.selectFrom('users').select(['first_name', 'last_name']).where('workspace_id', '=', workspace_id).where('id', '=', user_id).executeTakeFirstOrThrow()
    const invitation = { actor, at, team: workspace.name, inviter: `${inviter.first_name} ${inviter.last_name}`.trim(), language: settings.language }
    const outcomes: Outcome[] = []
    for (const row of rows) outcomes.push(await inviteOne(services, trx, row, invitation))
    return outcomes
  })
}
