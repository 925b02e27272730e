import type * as queries from '#server/workflows/teams/conversation-queries.ts'
import {
  claimMessage,
  deleteConversation,
  deleteTeam,
  listPersonalChats,
  listTeamIds,
  releaseMessage,
  saveConversation,
  updateReference,
} from '#server/workflows/teams/conversation-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, hash, at } = example

export default defineExamples<typeof queries>()('server/workflows/teams/conversation-queries.ts', {
  saveConversation: ({ trx }) =>
    saveConversation(trx, {
      workspace_id: workspaceId,
      external_id: 'a:1',
      kind: 'personal',
      team_id: '',
      name: 'Ada',
      external_user_id: 'ada',
      reference: hash,
      created_at: at,
    }),
  updateReference: ({ trx }) => updateReference(trx, workspaceId, 'a:1', hash),
  deleteConversation: ({ trx }) => deleteConversation(trx, workspaceId, 'a:1'),
  deleteTeam: ({ trx }) => deleteTeam(trx, workspaceId, '19:1@thread.tacv2'),
  listTeamIds: ({ trx }) => listTeamIds(trx, workspaceId, 3),
  listPersonalChats: ({ trx }) => listPersonalChats(trx, workspaceId, ['ada']),
  claimMessage: ({ trx }) => claimMessage(trx, 'teams:1', at),
  releaseMessage: ({ trx }) => releaseMessage(trx, 'teams:1'),
})
