import type * as queries from '#server/workflows/export-personal-data/award-queries.ts'
import {
  listAwardDecisions,
  listGivenAwards,
  listReceivedAwards,
} from '#server/workflows/export-personal-data/award-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const subject = { workspace_id: workspaceId, user_id: userId, email: '' }
const page = { after: id, limit: 500 }

export default defineExamples<typeof queries>()(
  'server/workflows/export-personal-data/award-queries.ts',
  {
    listGivenAwards: ({ trx }) => listGivenAwards(trx, subject, page),
    listReceivedAwards: ({ trx }) => listReceivedAwards(trx, subject, page),
    listAwardDecisions: ({ trx }) => listAwardDecisions(trx, subject, page),
  },
)
