import type * as queries from '#server/modules/users/removed-address-queries.ts'
import {
  deleteRemovedAddresses,
  hasRemovedAddress,
  insertRemovedAddress,
} from '#server/modules/users/removed-address-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/users/removed-address-queries.ts', {
  insertRemovedAddress: ({ trx }) => insertRemovedAddress(trx, workspaceId, hash, at),
  deleteRemovedAddresses: ({ trx }) => deleteRemovedAddresses(trx, workspaceId, [hash]),
  hasRemovedAddress: ({ trx }) => hasRemovedAddress(trx, workspaceId, [hash]),
})
