import type * as queries from '#server/modules/oauth/state-queries.ts'
import {
  consumeState,
  deleteState,
  findState,
  findStateByUid,
  saveState,
} from '#server/modules/oauth/state-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, at } = example

export default defineExamples<typeof queries>()('server/modules/oauth/state-queries.ts', {
  findState: ({ trx }) => findState(trx, 'RefreshToken', 'token', at),
  findStateByUid: ({ trx }) => findStateByUid(trx, 'Session', 'uid', at),
  saveState: ({ trx }) =>
    saveState(trx, {
      model: 'RefreshToken',
      id: 'token',
      uid: undefined,
      grant_id: id,
      payload: {},
      expires_at: at,
    }),
  consumeState: ({ trx }) => consumeState(trx, 'RefreshToken', 'token', at),
  deleteState: ({ trx }) => deleteState(trx, 'RefreshToken', 'token'),
})
