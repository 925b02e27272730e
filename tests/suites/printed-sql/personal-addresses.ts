import type * as queries from '#server/modules/personal-addresses/queries.ts'
import {
  deleteAddress,
  findAddresses,
  saveAddress,
} from '#server/modules/personal-addresses/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/personal-addresses/queries.ts', {
  findAddresses: ({ trx }) => findAddresses(trx, workspaceId, userId),
  saveAddress: ({ trx }) =>
    saveAddress(trx, {
      workspace_id: workspaceId,
      user_id: userId,
      address: hash,
      updated_at: at,
    }),
  deleteAddress: ({ trx }) => deleteAddress(trx, workspaceId, userId),
})
