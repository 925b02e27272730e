import type * as queries from '#server/modules/allowances/queries.ts'
import { findUserLimits, listRules, setRules } from '#server/modules/allowances/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

const audience = {
  group_ids: [],
  excluded_group_ids: [],
  managers_only: true,
  countries: [],
  tenure_months_from: null,
  tenure_months_to: null,
  user_ids: [],
}

export default defineExamples<typeof queries>()('server/modules/allowances/queries.ts', {
  listRules: ({ trx }) => listRules(trx, workspaceId),
  setRules: ({ trx }) =>
    setRules(trx, workspaceId, [userId], { rules: [{ id, audience }], today: '2026-03-04' }),
  findUserLimits: ({ trx }) => findUserLimits(trx, workspaceId, userId, at),
})
