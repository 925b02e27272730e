import type { Language } from '#contract/schemas/common.ts'
import { enqueueMails, type OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'

type LeaverNews = Extract<OutboxMail, { kind: 'leaver_notice' }>['params']

/** Mails news of a grace to its leaver. The address is looked up when the mail is sent. */
export async function mailLeaver(
  trx: Trx,
  workspaceId: string,
  {
    userId,
    language,
    params,
    at,
  }: { userId: string; language: Language; params: LeaverNews; at: Date },
): Promise<void> {
  await enqueueMails(
    trx,
    workspaceId,
    [{ kind: 'leaver_notice', to: '', user_id: userId, language, params }],
    at,
  )
}
