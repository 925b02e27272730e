import type * as queries from '#server/modules/payroll-runs/settings-queries.ts'
import { findSettingsRow, saveSettings } from '#server/modules/payroll-runs/settings-queries.ts'
import { payrollSettingsInput } from '#tests/support/payroll.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/payroll-runs/settings-queries.ts', {
  findSettingsRow: ({ trx }) => findSettingsRow(trx, workspaceId),
  saveSettings: ({ trx }) => saveSettings(trx, workspaceId, payrollSettingsInput),
})
