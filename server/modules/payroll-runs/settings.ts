import { limits } from '#contract/limits.ts'
import { payrollTemplates } from '#contract/payroll-templates.ts'
import type { PayrollSettings } from '#contract/schemas/payroll.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { findSettingsRow, saveSettings } from './settings-queries.ts'

/** Returns the settings of payroll, or the generic file. */
export async function loadSettings(trx: Trx, workspaceId: string): Promise<PayrollSettings> {
  const row = await findSettingsRow(trx, workspaceId)
  if (!row)
    return {
      template: 'generic',
      ...payrollTemplates.generic,
      keep_years: limits.payroll_keep_years_default,
    }
  const { workspace_id: _, ...settings } = row
  return settings
}

/** Sets the file of runs. A template other than `custom` has its own columns and formats. */
export async function setSettings(
  trx: Trx,
  actor: Actor,
  input: PayrollSettings,
  at: Date,
): Promise<PayrollSettings> {
  const settings =
    input.template === 'custom' ? input : { ...input, ...payrollTemplates[input.template] }
  await saveSettings(trx, actor.workspace_id, settings)
  await audit(
    trx,
    actor,
    'payroll_run.settings',
    { template: settings.template, keep_years: settings.keep_years },
    at,
  )
  return settings
}
