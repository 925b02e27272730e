import { addJuryToInboxes, addWordsToInboxes } from '#server/modules/inbox-items/round-queries.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import {
  findAwardRecipients,
  findThanksRecipients,
} from '#server/modules/outbox/recipient-queries.ts'
import { enqueueDirectNews } from '#server/modules/outbox/webhook-event-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Asks jurors to score the nominees of a round: in their inbox, by mail, and in the chat apps. Returns the ids
 * of users whose inbox changed.
 */
export async function notifyJury(
  trx: Trx,
  workspaceId: string,
  jury: { roundId: string; userIds: string[]; at: Date },
): Promise<string[]> {
  const changed = await addJuryToInboxes(trx, workspaceId, jury)
  const recipients = await findAwardRecipients(trx, workspaceId, changed)
  const mail = { kind: 'jury_asked', params: { round_id: jury.roundId } } as const
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({ ...mail, ...recipient })),
    jury.at,
  )
  if (jury.userIds.length)
    await enqueueDirectNews(trx, {
      workspaceId,
      event: 'direct.jury',
      subjectId: jury.roundId,
      at: jury.at,
    })
  return changed
}

/**
 * Tells everyone about whom nominators of a round shared words, in their inbox and by mail, each once.
 * Returns the ids of users whose inbox changed.
 */
export async function notifyNominees(
  trx: Trx,
  workspaceId: string,
  round: { roundId: string; at: Date },
): Promise<string[]> {
  const changed = await addWordsToInboxes(trx, workspaceId, round)
  const recipients = await findThanksRecipients(trx, workspaceId, changed)
  const mail = { kind: 'kind_words', params: { round_id: round.roundId } } as const
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({ ...mail, ...recipient })),
    round.at,
  )
  return changed
}
