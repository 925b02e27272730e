import { requireUnconfined, isConfined } from '#server/modules/presence/service.ts'
import { revokeAllTokens } from '#server/modules/tokens/service.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { WorkspaceChoice } from '#contract/schemas/workspaces.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { endSessions, endSignIn } from '#server/platform/auth/end-sessions.ts'
import { isActor, startSessionFrom } from '#server/platform/auth/sessions.ts'
import { sendCode } from './one-time-codes.ts'
import { createGoogleNonce, signInWithGoogle } from './google-sign-in.ts'
import { presentNewSession } from './present-new-session.ts'
import { startImpersonation } from './impersonation.ts'
import { presentSessions } from './present.ts'
import { type WorkspaceChoiceRow, listMemberships, listSessions } from './queries.ts'
import {
  acceptInvite,
  loadAccount,
  listWorkspaceChoices,
  listEnterableWorkspaces,
  signInWithCode,
  startWorkspaceSession,
  findPendingInvite,
} from './service.ts'

const presentChoice = (row: WorkspaceChoiceRow): WorkspaceChoice => ({
  id: row.id,
  name: row.name,
  logo: { url: fileUrl(row.id, row.logo_key) },
  users_count: row.users_count,
  state: row.state,
})

/** Mounts sign-in by mailed code and with Google. */
function mountSignIn(handle: MountRoute, services: Services): void {
  const { db, config } = services

  handle('auth.get_code', async ({ body, clientAddress, language, at }) => ({
    sig: await sendCode(services, {
      email: body.email,
      client: clientAddress,
      language,
      at,
      purpose: 'sign_in',
    }),
  }))
  handle('auth.verify_code', async ({ body, at, user_agent: userAgent }) => {
    const { access_token: accessToken, account_id: accountId } = await signInWithCode(
      services,
      body,
      at,
      userAgent,
    )
    return {
      workspaces: (await listWorkspaceChoices(db, accountId)).map(presentChoice),
      access_token: accessToken,
    }
  })
  handle('auth.options', async () => {
    // Offline pages poll this call, so it must fail while the database is down.
    if (!(await db.isResponsive())) throwRefusal('unavailable', { retry_after_s: 1 })
    return {
      google: config.google && {
        client_id: config.google.clientId,
        script_url: config.google.scriptUrl,
      },
      terms_url: config.legal.termsUrl,
      privacy_url: config.legal.privacyUrl,
    }
  })
  handle('auth.google_nonce', ({ at }) => Promise.resolve(createGoogleNonce(services, at)))
  handle('auth.verify_google', async ({ body, at, user_agent: userAgent }) => {
    const {
      access_token: accessToken,
      account_id: accountId,
      email,
    } = await signInWithGoogle(services, body, at, userAgent)
    return {
      workspaces: (await listWorkspaceChoices(db, accountId)).map(presentChoice),
      access_token: accessToken,
      email,
    }
  })
}

/** Mounts the acceptance of invite links. */
function mountInvites(handle: MountRoute, services: Services): void {
  const { db } = services

  handle('auth.verify_invite', async ({ body, at }) => {
    const invite = await findPendingInvite(db, body.token, at)
    return {
      email: invite.email,
      first_name: invite.first_name,
      last_name: invite.last_name,
      invited_by: invite.inviter,
      workspace: {
        id: invite.workspace_id,
        name: invite.workspace_name,
        logo: { url: fileUrl(invite.workspace_id, invite.logo_key) },
      },
    }
  })
  handle('auth.accept_invite', async ({ body, at, user_agent: userAgent }) => {
    const { access_token: accessToken, workspace_id: workspaceId } = await acceptInvite(
      services,
      body,
      at,
      userAgent,
    )
    return presentNewSession(services, accessToken, workspaceId, at)
  })
}

/** Mounts the choice of a team. */
function mountWorkspaceChoice(handle: MountRoute, services: Services): void {
  const { db } = services

  // Impersonation is limited to one team for one hour, so the account's other teams are not listed.
  handle('auth.list_workspaces', async ({ actor }) => {
    forbidImpersonation(actor)
    return (await listEnterableWorkspaces(services, actor)).map(presentChoice)
  })
  handle('auth.account', async ({ actor }) => {
    forbidImpersonation(actor)
    await requireUnconfined(services, actor)
    return loadAccount(db, actor.account_id)
  })
  handle('auth.create_session', async ({ actor, body, at, user_agent: userAgent }) => {
    forbidImpersonation(actor)
    return presentNewSession(
      services,
      await startWorkspaceSession(services, actor, body.workspace_id, at, userAgent),
      body.workspace_id,
      at,
    )
  })
  handle('auth.create_temporary', async ({ actor, at, user_agent: userAgent }) => {
    const { account_id: accountId, session_id: sessionId } = actor
    await requireUnconfined(services, actor)
    return {
      access_token: await db.account(accountId, (trx) =>
        startSessionFrom(trx, at, sessionId, {
          account_id: accountId,
          kind: 'temporary',
          client: userAgent,
        }),
      ),
    }
  })
}

/** Mounts the list and the end of sessions. */
function mountSessions(handle: MountRoute, services: Services): void {
  const { db, events } = services

  handle('auth.end_session', async ({ actor, at }) => {
    await endSignIn(db, at, actor)
    // Open event streams check their session when they receive this event.
    if (isActor(actor)) events.publish(actor.workspace_id, ['config'], [actor.user_id])
    return undefined
  })
  handle('auth.list_sessions', async ({ actor, at }) => {
    forbidImpersonation(actor)
    const confinedTo = (await isConfined(services, actor)) ? actor.workspace_id : undefined
    const teams = (
      await db.account(actor.account_id, (trx) => listMemberships(trx, actor.account_id))
    ).filter(({ id }) => confinedTo === undefined || id === confinedTo)
    return presentSessions(
      await listSessions(db.global, actor.account_id, at),
      new Map(teams.map(({ id, name }) => [id, name])),
      actor.session_id,
    )
  })
  handle('auth.end_sessions', async ({ actor, query, at }) => {
    forbidImpersonation(actor)
    await requireUnconfined(services, actor)
    const ended = await endSessions(db.global, at, {
      account_id: actor.account_id,
      keeps: actor.session_id,
      tokens: 'stay',
    })
    for (const { workspace_id: workspaceId, user_id: userId } of ended)
      if (workspaceId && userId) events.publish(workspaceId, ['config'], [userId])
    if (query.tokens === 'end') await revokeAllTokens(services, actor, at)
    return undefined
  })
}

/** Mounts links that replace a sign-in: impersonation. */
function mountLinks(handle: MountRoute, services: Services): void {
  const { db } = services

  handle('auth.impersonate', async ({ body, at, user_agent: userAgent }) => {
    const { access_token: accessToken, workspace_id: workspaceId } = await startImpersonation(
      db,
      body.token,
      at,
      userAgent,
    )
    return presentNewSession(services, accessToken, workspaceId, at)
  })
}

export function mountAuth(handle: MountRoute, services: Services): void {
  mountSignIn(handle, services)
  mountInvites(handle, services)
  mountWorkspaceChoice(handle, services)
  mountSessions(handle, services)
  mountLinks(handle, services)
}
