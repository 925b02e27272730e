import type * as queries from '#server/modules/audience-members/queries.ts'
import {
  countAudience,
  listAudience,
  findAudienceWithGroup,
  isInAudience,
  listAudiencesOf,
  listGroupNames,
} from '#server/modules/audience-members/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

const audience = {
  group_ids: [id],
  excluded_group_ids: [id],
  managers_only: true,
  countries: ['DE'],
  tenure_months_from: 3,
  tenure_months_to: 24,
  user_ids: [userId],
}
const today = '2026-03-04'

export default defineExamples<Omit<typeof queries, 'audienceCondition'>>()(
  'server/modules/audience-members/queries.ts',
  {
    countAudience: ({ trx }) => countAudience(trx, workspaceId, audience, today),
    listAudience: ({ trx }) => listAudience(trx, workspaceId, audience, { today, limit: 5 }),
    isInAudience: ({ trx }) => isInAudience(trx, workspaceId, userId, { audience, today }),
    listAudiencesOf: ({ trx }) =>
      listAudiencesOf(trx, workspaceId, userId, { audiences: [{ id, audience }], today }),
    findAudienceWithGroup: ({ trx }) => findAudienceWithGroup(trx, workspaceId, id),
    listGroupNames: ({ trx }) => listGroupNames(trx, workspaceId, [id]),
  },
)
