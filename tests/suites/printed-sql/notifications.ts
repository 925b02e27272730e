import type * as queries from '#server/modules/notifications/queries.ts'
import {
  findMailReader,
  findNotificationSetting,
  findPersonName,
  findPostForMail,
  findPurchaseForMail,
  findMailSubscription,
  updateMailSubscription,
} from '#server/modules/notifications/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/notifications/queries.ts', {
  findPostForMail: ({ trx }) => findPostForMail(trx, example.workspaceId, example.id),
  findPurchaseForMail: ({ trx }) => findPurchaseForMail(trx, example.workspaceId, example.id),
  findPersonName: ({ trx }) => findPersonName(trx, example.workspaceId, example.userId),
  updateMailSubscription: ({ trx }) =>
    updateMailSubscription(trx, example.workspaceId, example.userId, 'points_received', false),
  findMailSubscription: ({ trx }) =>
    findMailSubscription(trx, example.workspaceId, example.userId, 'points_received'),
  findNotificationSetting: ({ trx }) =>
    findNotificationSetting(trx, example.workspaceId, example.userId, 'points_received'),
  findMailReader: ({ trx }) => findMailReader(trx, example.workspaceId, example.userId),
})
