import { addressChangedMail, inviteMail, type MailBody } from '#server/adapters/mail/templates.ts'
import type { Language } from '#contract/common.ts'
import type { Services } from '#server/platform/services.ts'
import type { Trx } from '#server/platform/database.ts'
import type { OutboxMail } from './outbox.ts'

export type OutboxRow = { workspace_id: string; kind: string; params: unknown; language: Language; user_id: string | null }

/** Writes a mail of the outbox as things are now; null when its cause is gone and nobody needs to read it any more. */
export async function writeMail(_trx: Trx, _services: Services, row: OutboxRow): Promise<MailBody | null> {
  const mail = { kind: row.kind, params: row.params } as OutboxMail
  if (mail.kind === 'invite') return inviteMail(row.language, mail.params)
  if (mail.kind === 'address_changed') return addressChangedMail(row.language)
  return null
}
