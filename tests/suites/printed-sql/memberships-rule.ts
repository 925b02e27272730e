import type * as queries from '#server/modules/memberships/rule-queries.ts'
import { countRuleMatches, refreshRuleGroups } from '#server/modules/memberships/rule-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/memberships/rule-queries.ts', {
  refreshRuleGroups: ({ trx }) => refreshRuleGroups(trx, workspaceId, 'all', at),
  countRuleMatches: ({ trx }) =>
    countRuleMatches(trx, workspaceId, [{ field: 'country', values: ['PT'] }]),
})
