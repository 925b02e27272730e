import type * as queries from '#server/workflows/slack/socket-queries.ts'
import {
  claimSocket,
  listFreeSockets,
  releaseSocket,
  renewSocket,
} from '#server/workflows/slack/socket-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id: holder, at } = example
const lease = { workspaceId, holder, at, until: at }

export default defineExamples<typeof queries>()('server/workflows/slack/socket-queries.ts', {
  listFreeSockets: ({ trx }) => listFreeSockets(trx, at, 10),
  claimSocket: ({ trx }) => claimSocket(trx, lease),
  renewSocket: ({ trx }) => renewSocket(trx, lease),
  releaseSocket: ({ trx }) => releaseSocket(trx, lease),
})
