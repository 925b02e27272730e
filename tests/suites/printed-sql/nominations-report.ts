import type * as queries from '#server/modules/nominations/report-queries.ts'
import {
  countNominators,
  listDepartmentFigures,
} from '#server/modules/nominations/report-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/nominations/report-queries.ts', {
  listDepartmentFigures: ({ trx }) => listDepartmentFigures(trx, workspaceId, id),
  countNominators: ({ trx }) => countNominators(trx, workspaceId, id),
})
