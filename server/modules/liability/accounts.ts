import type { Language } from '#contract/schemas/common.ts'
import type { LiabilityAccounts } from '#contract/schemas/liability.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { findAccounts, saveAccounts } from './account-queries.ts'

/** Returns the names that the team has chosen, or those of a language. */
export async function loadAccounts(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  language: Language,
): Promise<LiabilityAccounts> {
  const name = (key: string) => translate(language, 'exports', `journal.accounts.${key}`)
  return (
    (await findAccounts(trx, workspaceId)) ?? {
      expense: name('expense'),
      liability: name('liability'),
      redemptions: name('redemptions'),
      corrections: name('corrections'),
      change_of_worth: name('change_of_worth'),
      cost_center: '',
    }
  )
}

/** Sets the names of the accounts of the journal. */
export async function setAccounts(
  trx: Trx,
  actor: Actor,
  accounts: LiabilityAccounts,
  at: Date,
): Promise<LiabilityAccounts> {
  await saveAccounts(trx, actor.workspace_id, accounts)
  await audit(trx, actor, 'liability_account.update', accounts, at)
  return accounts
}
