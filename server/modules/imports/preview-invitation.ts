import type { InvitationMail } from '#contract/schemas/imports.ts'
import { inviteMailTexts } from '#server/modules/notifications/mail/account-mails.ts'
import { findUserName } from '#server/modules/users/queries.ts'
import { findSettings, findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns the texts of the invitation that people get with this message. */
export const previewInvitation = (
  { db }: Services,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  message: string,
): Promise<InvitationMail> =>
  db.tenant(workspaceId, async (trx) => {
    const { language } = await findSettings(trx, workspaceId)
    const { name: team } = await findWorkspaceBrand(trx, workspaceId)
    const inviter = await findUserName(trx, workspaceId, userId)
    return { ...inviteMailTexts(language, { team, inviter }), message }
  })
