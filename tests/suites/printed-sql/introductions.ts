import type * as queries from '#server/modules/introductions/queries.ts'
import {
  isNewPerson,
  isWelcomed,
  listClosestPeople,
  listIntroductions,
  replaceIntroductions,
} from '#server/modules/introductions/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/introductions/queries.ts', {
  isNewPerson: ({ trx }) => isNewPerson(trx, workspaceId, userId, at),
  isWelcomed: ({ trx }) => isWelcomed(trx, workspaceId, userId, at),
  listIntroductions: ({ trx }) => listIntroductions(trx, workspaceId, userId),
  listClosestPeople: ({ trx }) => listClosestPeople(trx, workspaceId, userId),
  replaceIntroductions: ({ trx }) =>
    replaceIntroductions(trx, workspaceId, { userId, personIds: [id], managerId: id }),
})
