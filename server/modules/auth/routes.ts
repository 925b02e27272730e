import { fileUrl } from '#server/modules/users/present.ts'
import { presentWorkspace } from '#server/modules/workspaces/present.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { createWorkspace } from '#server/modules/workspaces/rules.ts'
import type { WorkspaceChoice } from '#contract/workspaces.ts'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { billingActive, endSessions, startSession } from '#server/platform/sessions.ts'
import { checkCode, sendCode } from './codes.ts'
import { accountOf, type ChoiceRow } from './queries.ts'
import { acceptInvite, choices, enterWorkspace, openInvite } from './rules.ts'

const presentChoice = (row: ChoiceRow): WorkspaceChoice =>
  ({ id: row.id, name: row.name, logo: { url: fileUrl(row.id, row.logo_key) }, users_count: row.users_count, state: row.state })

export function mountAuth(handle: Handle, services: Services): void {
  const { db, config } = services

  /** The answer of every call that starts a session in a team. */
  const entered = async (access_token: string, workspace_id: string, at: Date) => {
    const row = await db.tenant(workspace_id, (trx) => findWorkspace(trx, workspace_id))
    return { access_token, workspace: presentWorkspace(row, billingActive(row, config.billing, at)) }
  }

  handle('auth.get_code', async ({ body, client, language, at }) => ({
    sig: await sendCode(services, { email: body.email, client, language, at, purpose: 'sign_in' }),
  }))
  handle('auth.verify_code', async ({ body, at, user_agent }) => {
    await checkCode(services, { ...body, purpose: 'sign_in', at })
    const account_id = await accountOf(db.global, body.email, at)
    const access_token = await startSession(db.global, at, { account_id, kind: 'temporary', client: user_agent })
    return { workspaces: (await choices(db, account_id)).map(presentChoice), access_token }
  })
  handle('auth.verify_invite', async ({ body, at }) => {
    const invite = await openInvite(db, body.token, at)
    return {
      email: invite.email, first_name: invite.first_name, last_name: invite.last_name, invited_by: invite.inviter,
      workspace: { id: invite.workspace_id, name: invite.workspace_name, logo: { url: fileUrl(invite.workspace_id, invite.logo_key) } },
    }
  })
  handle('auth.accept_invite', async ({ body, at, user_agent }) => {
    const { access_token, workspace_id } = await acceptInvite(db, body.token, at, user_agent)
    return entered(access_token, workspace_id, at)
  })
  handle('auth.create_workspace', async ({ actor, body, language, at, user_agent }) => {
    const { access_token, workspace_id } = await createWorkspace(services, actor.account_id, {
      name: body.name, language: body.language ?? language, timezone: body.timezone ?? 'UTC', at, client: user_agent,
    })
    return entered(access_token, workspace_id, at)
  })
  handle('auth.list_workspaces', async ({ actor }) => (await choices(db, actor.account_id)).map(presentChoice))
  handle('auth.create_session', async ({ actor, body, at, user_agent }) =>
    entered(await enterWorkspace(db, actor.account_id, body.workspace_id, at, user_agent), body.workspace_id, at))
  handle('auth.end_session', async ({ actor, at }) => {
    await endSessions(db.global, at, { session_id: actor.session_id })
    return undefined
  })
}
