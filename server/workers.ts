import { celebrationWorker } from '#server/modules/celebrations/worker.ts'
import { customDayWorker } from '#server/modules/custom-days/worker.ts'
import { auditStreamWorker } from '#server/modules/audit-stream/worker.ts'
import { awardWorker } from '#server/modules/awards/worker.ts'
import {
  billingSyncWorker,
  localBillingWorker,
  seatWorker,
  staleBillingWorker,
  stripeEventWorker,
  trialWorker,
} from '#server/modules/billing/worker.ts'
import { budgetWorker } from '#server/modules/budgets/worker.ts'
import { allowanceRuleWorker } from '#server/modules/allowance-rules/worker.ts'
import { chatReminderWorker } from '#server/modules/chat-messages/reminders.ts'
import { heldInviteWorker } from '#server/modules/imports/held-invites.ts'
import { historyImportWorker } from '#server/modules/history-imports/worker.ts'
import { importWorker } from '#server/modules/imports/worker.ts'
import { allowanceReminderWorker } from '#server/modules/inbox/worker.ts'
import { liabilityWorker } from '#server/modules/liability/worker.ts'
import { nominationWorker } from '#server/modules/nominations/worker.ts'
import { monthlyReportWorker } from '#server/modules/notifications/monthly-report.ts'
import { outboxWorker } from '#server/modules/notifications/send-worker.ts'
import { weeklyDigestWorker } from '#server/modules/notifications/weekly-digest.ts'
import { peopleSyncScheduleWorker, peopleSyncWorker } from '#server/modules/people-sync/worker.ts'
import { deadlineWorker } from '#server/modules/purchases/deadline-worker.ts'
import { groupsWorker } from '#server/modules/reports/store-groups.ts'
import { reconciliationWorker } from '#server/modules/reports/worker.ts'
import { retentionWorker } from '#server/modules/retention/worker.ts'
import { ssoUpkeepWorker } from '#server/modules/sso/upkeep-worker.ts'
import { webhookLogWorker, webhookWorker } from '#server/modules/webhooks/worker.ts'
import { pointExpiryWorker } from '#server/modules/point-expiry/worker.ts'
import { yearlyBudgetWorker } from '#server/modules/yearly-budget/worker.ts'
import { startWorkerGroup } from '#server/platform/background/start-workers.ts'
import { inboxPruningWorker } from '#server/platform/background/webhook-inbox.ts'
import type { Services } from '#server/platform/services.ts'
import { deletionWorker } from '#server/workflows/delete-workspace/deletion.ts'
import { erasureWorker } from '#server/workflows/delete-workspace/reset-and-delete.ts'
import { slackSocketWorker } from '#server/workflows/slack/socket-worker.ts'
import { workspaceExportWorker } from '#server/workflows/workspace-exports/worker.ts'
import { leaverGraceWorker } from '#server/workflows/leaver-grace/worker.ts'
import { giftCardEventWorker, giftCardWorker } from '#server/workflows/gift-card-orders/worker.ts'

/** Woken when rows of a queue are due. */
const queues = [
  outboxWorker,
  webhookWorker,
  giftCardWorker,
  giftCardEventWorker,
  stripeEventWorker,
  localBillingWorker,
]

/** Run in every process, with a pause after each run. */
const intervals = [
  seatWorker,
  trialWorker,
  staleBillingWorker,
  deadlineWorker,
  awardWorker,
  nominationWorker,
  deletionWorker,
  heldInviteWorker,
  peopleSyncScheduleWorker,
  weeklyDigestWorker,
  monthlyReportWorker,
  chatReminderWorker,
  slackSocketWorker,
  auditStreamWorker,
  celebrationWorker,
  customDayWorker,
]

/** Run once a night, each in one process. */
const nightly = [
  retentionWorker,
  reconciliationWorker,
  allowanceReminderWorker,
  allowanceRuleWorker,
  budgetWorker,
  ssoUpkeepWorker,
  leaverGraceWorker,
  liabilityWorker,
  webhookLogWorker,
  inboxPruningWorker,
  yearlyBudgetWorker,
  pointExpiryWorker,
]

/** Run jobs of pg-boss. */
const jobs = [
  importWorker,
  peopleSyncWorker,
  historyImportWorker,
  workspaceExportWorker,
  erasureWorker,
  billingSyncWorker,
  groupsWorker,
]

/** Starts the background workers of a server process. */
export const startWorkers = (services: Services): Promise<{ stop(): Promise<void> }> =>
  startWorkerGroup(services, [...queues, ...intervals, ...nightly, ...jobs])
