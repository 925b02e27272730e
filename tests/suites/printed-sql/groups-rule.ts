import type * as queries from '#server/modules/groups/rule-queries.ts'
import {
  countRules,
  findRuleWithPlace,
  listPlaceNames,
} from '#server/modules/groups/rule-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/groups/rule-queries.ts', {
  listPlaceNames: ({ trx }) => listPlaceNames(trx, workspaceId, [id]),
  findRuleWithPlace: ({ trx }) => findRuleWithPlace(trx, workspaceId, id),
  countRules: ({ trx }) => countRules(trx, workspaceId),
})
