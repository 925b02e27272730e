import type * as queries from '#server/modules/profiles/queries.ts'
import {
  dangerZoneOpensAt,
  findProfile,
  lockAvatar,
  sumRecognition,
} from '#server/modules/profiles/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/profiles/queries.ts', {
  lockAvatar: ({ trx }) => lockAvatar(trx, workspaceId, userId),
  dangerZoneOpensAt: ({ trx }) => dangerZoneOpensAt(trx, example.id, at),
  findProfile: ({ trx }) => findProfile(trx, workspaceId, userId),
  sumRecognition: ({ trx }) => sumRecognition(trx, workspaceId, userId, false),
})
